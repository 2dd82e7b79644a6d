//@ cflags: -D_GNU_SOURCE
//@ check: sync-misuse line=@again message="joined before"
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return pthread_tryjoin_np(thread, NULL) == EBUSY; /*@again*/
}
