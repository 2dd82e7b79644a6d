// Threads that want to enter a critical section again and again. A program defines `enter` and `leave`, and may define THREADS.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static void enter(int me);
static void leave(int me);
static atomic_int inside;

static void *process(void *arg) {
    int me = *(int *)arg;
    for (;;) {
        enter(me);
        atomic_store(&inside, 1 + me);
        assert(atomic_load(&inside) == 1 + me); /*@broken*/
        leave(me);
    }
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    int number[THREADS];
    for (int i = 0; i < THREADS; i++) {
        number[i] = i;
        pthread_create(&thread[i], NULL, process, &number[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
