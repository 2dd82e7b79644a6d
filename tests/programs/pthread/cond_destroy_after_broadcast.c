//@ check: safe executions=2
// Once all that wait are woken the condition variable may be destroyed, though they may still be about to leave it. The
// thread waits before main sets the flag, or does not wait at all.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int go;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    while (!go)
        pthread_cond_wait(c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    c = malloc(sizeof *c);
    if (c == NULL)
        return 1;
    pthread_cond_init(c, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(c);
    pthread_mutex_unlock(&m);
    pthread_cond_destroy(c);
    pthread_join(a, NULL);
    free(c);
    return 0;
}
