//@ check: safe note=spurious
//@ check --spurious: assertion line=@ready
// The thread comes back to the wait for the next item, or leaves the loop by a `break` with the mutex held. It does not
// look again: who breaks does not come back.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int ready, taken;

static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        if (!ready)
            pthread_cond_wait(&more, &mutex);
        assert(ready > 0); /*@ready*/
        int item = --ready;
        if (++taken == 2)
            break;
        pthread_mutex_unlock(&mutex);
        (void)item;
    }
    pthread_mutex_unlock(&mutex);
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
