//@ check --explorer optimal: assertion line=@bug
//@ check: assertion line=@bug
// Three threads at a barrier for two. The first to arrive may be the one that asks whether it is the last: then the other two do not commute, as one of them lets it go on, and the other
// is left over. The assertion fails if the one that lets it go on is the one that comes to it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t b;
static atomic_int asked, done;

static void *asks(void *arg) {
    asked = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD ? 2 : 1;
    return 0;
}

static void *meets(void *arg) {
    pthread_barrier_wait(&b);
    done = 1;
    return 0;
}

static void *looks(void *arg) {
    pthread_barrier_wait(&b);
    assert(asked != 1); /*@bug*/
    done = 1;
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t[0], 0, asks, 0);
    pthread_create(&t[1], 0, meets, 0);
    pthread_create(&t[2], 0, looks, 0);
    while (!done)
        ;
    return 0;
}
