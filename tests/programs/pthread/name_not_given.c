//@ cflags: -D_GNU_SOURCE
//@ check: incomplete unsupported=pthread_getname_np
// It has the name that its creator had.
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) {
    char name[16];
    pthread_getname_np(pthread_self(), name, sizeof name);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_setname_np(pthread_self(), "creator");
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
