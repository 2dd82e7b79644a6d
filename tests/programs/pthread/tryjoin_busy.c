//@ cflags: -D_GNU_SOURCE
//@ check: assertion line=@ended
//@ check --model rc11: assertion line=@ended
// The thread may not have ended yet.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_tryjoin_np(thread, NULL) == 0); /*@ended*/
    return 0;
}
