//@ cflags: -D_GNU_SOURCE
//@ check: data-race line=@read|@write
// EBUSY orders nothing: what the thread writes must not be read then.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static int done;

static void *work(void *arg) {
    done = 1; /*@write*/
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, NULL, work, NULL);
    if (pthread_tryjoin_np(thread, NULL) == EBUSY) {
        seen = done; /*@read*/
        pthread_join(thread, NULL);
    }
    return seen > 1;
}
