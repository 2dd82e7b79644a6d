/* Futures share one condition: who waits for the first one is woken for the second. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum status { PENDING, READY, FAILED };

struct future {
    enum status status;
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct future futures[2];

static void fulfil(struct future *f, int value)
{
    pthread_mutex_lock(&lock);
    f->value = value;
    f->status = READY;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int await(struct future *f)
{
    pthread_mutex_lock(&lock);
#ifdef FIX
    while (f->status == PENDING)
#else
    if (f->status == PENDING)
#endif
        pthread_cond_wait(&changed, &lock);
    int value = f->value;
    enum status status = f->status;
    pthread_mutex_unlock(&lock);
    assert(status != PENDING);
    return value;
}

static void *compute(void *arg)
{
    struct future *f = arg;
    fulfil(f, f == &futures[0] ? 10 : 20);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, compute, &futures[i]);
    int sum = await(&futures[0]) + await(&futures[1]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum == 30);
    return 0;
}
