//@ cflags: -D_GNU_SOURCE
//@ check: assertion line=@running
// The thread may have ended already.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_tryjoin_np(thread, NULL) == EBUSY); /*@running*/
    pthread_join(thread, NULL);
    return 0;
}
