//@ check: assertion line=@broken thread=0
//@ check --keep-going: assertion faults=1
//@ check --model rc11: assertion line=@broken
//@ check --explorer optimal --keep-going: assertion faults=1
// Two threads register a handler each; they run in the opposite order.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int saved = 1;

static void save(void) { saved = 1; }

static void stop(void) {
    assert(saved); /*@broken*/
}

static void edit(void) { saved = 0; }

static void *saver(void *arg) {
    atexit(save);
    return arg;
}

static void *stopper(void *arg) {
    atexit(stop);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, saver, 0);
    pthread_create(&b, 0, stopper, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    atexit(edit);
}
