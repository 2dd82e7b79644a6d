//@ check --explorer optimal: assertion line=@bug
//@ check: assertion line=@bug
// Who was the last to arrive is asked: each of the two may be.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int first_was_last;

static void *meets(void *arg) {
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
        first_was_last = arg != 0;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, meets, i ? 0 : &b);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(!first_was_last); /*@bug*/
    return 0;
}
