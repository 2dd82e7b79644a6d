//@ cflags: -m32
//@ check --explorer prefix: safe
//@ check --explorer states: safe
// A queue of pointers that never ends.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long items[2] = {1, 2};
static long *slot;

static void *produce(void *arg)
{
    for (int n = 0;; n = !n) {
        pthread_mutex_lock(&m);
        while (slot)
            pthread_cond_wait(&changed, &m);
        slot = &items[n];
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    for (long expected = 1;; expected = 3 - expected) {
        pthread_mutex_lock(&m);
        while (!slot)
            pthread_cond_wait(&changed, &m);
        assert(*slot == expected);
        slot = NULL;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
}
