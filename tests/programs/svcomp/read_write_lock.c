//@ check --symbolic: safe
// read_write_lock. A lock for many readers or one writer, made of atomic sections that wait for what they need. The reader finds what
// it has found before. BAD: the writer does not wait for readers.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
static int writers, readers, x, a;

static void *write(void *arg) {
    __VERIFIER_atomic_begin();
#ifdef BAD
    __VERIFIER_assume(writers == 0);
#else
    __VERIFIER_assume(writers == 0 && readers == 0);
#endif
    writers = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = a;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    writers = 0;
    __VERIFIER_atomic_end();
    return arg;
}

static void *read(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(writers == 0);
    readers++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    int first = x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    int second = x;
    __VERIFIER_atomic_end();
    if (first != second) {
        reach_error(); /*@error*/
    }
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_int();
    pthread_create(&t, 0, write, 0);
    pthread_create(&u, 0, read, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
