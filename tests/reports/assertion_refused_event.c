// A worker takes what events queue; an event that comes while the worker runs is refused (the bug).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int queued, running, stop;
static atomic_int input, seen;
static void *event(void *arg)
{
    atomic_fetch_add(&input, 1);
    pthread_mutex_lock(&m);
    if (!running)
        queued = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}
static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    while (queued || !stop) {
        if (queued) {
            queued = 0;
            running = 1;
            pthread_mutex_unlock(&m);
            atomic_store(&seen, atomic_load(&input));
            pthread_mutex_lock(&m);
            running = 0;
        } else {
            pthread_mutex_unlock(&m);
            pthread_mutex_lock(&m);
        }
    }
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void)
{
    pthread_t w, e[2];
    pthread_create(&w, NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&e[i], NULL, event, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(e[i], NULL);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_mutex_unlock(&m);
    pthread_join(w, NULL);
    assert(atomic_load(&seen) == 2);
    return 0;
}
