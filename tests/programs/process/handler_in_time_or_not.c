//@ check: assertion line=@broken thread=0
//@ check --keep-going: assertion faults=1
// A thread that nobody waits for registers a handler: it runs, or it is too late.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int called;

static void count(void) { called++; }

static void *registers(void *arg) {
    atexit(count);
    return arg;
}

static void last(void) {
    assert(called); /*@broken*/
}

int main(void) {
    pthread_t thread;
    atexit(last);
    pthread_create(&thread, 0, registers, 0);
    pthread_detach(thread);
    return 0;
}
