//@ check: assertion line=@error
//@ check --symbolic: assertion line=@error
// stateful. Two threads change two numbers, each change under the lock: by 1 and 5, by 1 and -6. So they are 16 and 5 in the end, in
// whatever order. GOOD: they are compared with what they were, which is input, and are never wrong.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a = 10, b = 10;

static void change(int *number, int by) {
    pthread_mutex_lock(&lock);
    *number += by;
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg) {
    change(&a, 1);
    change(&b, 1);
    return arg;
}

static void *second(void *arg) {
    change(&a, 5);
    change(&b, -6);
    return arg;
}

int main(void) {
    pthread_t t, u;
#ifdef GOOD
    int before = __VERIFIER_nondet_int();
    __VERIFIER_assume(before > -100 && before < 100);
    a = before;
#endif
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
#ifdef GOOD
    if (a != before + 6 || b != 5) {
        reach_error();
    }
#else
    if (a == 16 && b == 5) {
        reach_error(); /*@error*/
    }
#endif
    return 0;
}
