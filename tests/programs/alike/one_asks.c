//@ check --explorer optimal: assertion line=@bug
//@ check: assertion line=@bug
// One of three asks whether it was the last to arrive.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;

static void *meets(void *arg) {
    pthread_barrier_wait(&b);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, 0, 3);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, meets, 0);
    int is_last = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(is_last); /*@bug*/
    return 0;
}
