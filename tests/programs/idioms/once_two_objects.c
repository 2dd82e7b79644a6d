//@ check: deadlock
// Two routines that need each other's, from two threads.
#include <pthread.h>

static pthread_once_t a = PTHREAD_ONCE_INIT, b = PTHREAD_ONCE_INIT;
static int depth_a, depth_b;
static void init_b(void);
static void init_a(void) { if (!__atomic_load_n(&depth_b, __ATOMIC_SEQ_CST)) pthread_once(&b, init_b); }
static void init_b(void) {
    __atomic_store_n(&depth_b, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&depth_a, __ATOMIC_SEQ_CST))
        pthread_once(&a, init_a);
}

static void *first(void *arg) {
    pthread_once(&a, init_a);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_once(&b, init_b);
    pthread_join(t, NULL);
    return 0;
}
