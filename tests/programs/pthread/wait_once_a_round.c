//@ check: safe note=spurious
//@ check --spurious: assertion line=@ready
// The thread comes back to the wait, but only for the next item: it does not look again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int ready;

static void take(void)
{
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_wait(&more, &mutex);
    assert(ready > 0); /*@ready*/
    ready--;
    pthread_mutex_unlock(&mutex);
}

static void *worker(void *arg)
{
    for (int i = 0; i < 2; i++)
        take();
    return arg;
}

static void put(void)
{
    pthread_mutex_lock(&mutex);
    ready++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    put();
    put();
    pthread_join(thread, NULL);
}
