//@ check: liveness message="T1 poll and T2 poll wait for `ready` to change from 0"
//@ check --explorer rf: liveness
// Two threads poll for what nobody writes. Each uses the lock after the other, which changes nothing.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poll(void *arg)
{
    pthread_mutex_lock(&m);
    while (!ready) {
        pthread_mutex_unlock(&m);
        usleep(1000);
        pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, poll, NULL);
    pthread_create(&threads[1], NULL, poll, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
