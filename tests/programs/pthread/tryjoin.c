//@ cflags: -D_GNU_SOURCE
//@ check --keep-going: safe executions=2
//@ check --model rc11: safe
//@ check: safe note=none
// Whether the thread has ended is open: two executions. It is joined once, and what it has done is seen.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static int done;

static void *work(void *arg) {
    done = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    void *result = NULL;
    pthread_create(&thread, NULL, work, &done);
    int error = pthread_tryjoin_np(thread, &result);
    assert(error == 0 || error == EBUSY);
    if (error)
        pthread_join(thread, &result);
    assert(done == 1 && result == &done);
    return 0;
}
