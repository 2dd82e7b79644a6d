// After Farzan, Kincaid, Podelski (2013): N threads add 1 to x, another one never sees more than N.
#include "common.h"

static int x;

static void *thread(void *arg) {
    x = x + 1;
    return arg;
}

static void *watch(void *arg) {
    assert(x <= N);
    return arg;
}

int main(void) {
    pthread_t watcher;
    pthread_create(&watcher, 0, watch, 0);
    start_all(thread);
    return 0;
}
