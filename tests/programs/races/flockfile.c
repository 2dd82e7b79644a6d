//@ check: safe
// A stream has a lock that counts.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *print(void *arg) {
    flockfile(stdout);
    if (ftrylockfile(stdout) == 0) {
        printf("line %d\n", ++lines);
        funlockfile(stdout);
    }
    funlockfile(stdout);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, print, NULL);
    print(NULL);
    pthread_join(thread, NULL);
    assert(lines == 2);
}
