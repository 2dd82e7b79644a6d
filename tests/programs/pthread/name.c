//@ cflags: -D_GNU_SOURCE
//@ check: safe note=none
//@ check --model rc11: safe
// The name that was set, by the thread or by another; a name is changed as a whole.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void *work(void *arg) {
    char name[16];
    pthread_setname_np(pthread_self(), "worker");
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "worker") == 0 || strcmp(name, "renamed") == 0);
    return arg;
}

int main(void) {
    pthread_t thread;
    char name[16], small[15];
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_setname_np(thread, "sixteen letters!") == ERANGE);
    pthread_setname_np(thread, "renamed");
    assert(pthread_getname_np(thread, small, sizeof small) == ERANGE);
    assert(pthread_getname_np(thread, name, sizeof name) == 0);
    assert(strcmp(name, "worker") == 0 || strcmp(name, "renamed") == 0);
    pthread_join(thread, NULL);
    return 0;
}
