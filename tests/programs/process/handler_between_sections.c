//@ check: safe executions=2
// Handlers are registered between atomic sections, whose lock lies beside the list.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int count;

static void last(void) { assert(count == 2); }

static void add(void) {
    __VERIFIER_atomic_begin();
    count++;
    __VERIFIER_atomic_end();
}

static void *other(void *arg) {
    add();
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    add();
    atexit(last);
    at_quick_exit(last);
    pthread_join(thread, 0);
    return 0;
}
