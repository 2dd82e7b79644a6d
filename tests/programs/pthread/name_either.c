//@ cflags: -D_GNU_SOURCE
//@ check: assertion line=@mine
// Another thread may have given it another name meanwhile.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *work(void *arg) {
    char name[16];
    pthread_setname_np(pthread_self(), "worker");
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strcmp(name, "worker") == 0); /*@mine*/
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_setname_np(thread, "renamed");
    pthread_join(thread, NULL);
    return 0;
}
