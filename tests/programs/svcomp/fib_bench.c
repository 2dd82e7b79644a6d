//@ check --races explore: safe
//@ check --races explore --symbolic: safe
// fib_bench. Two threads add to each other's number, in turns at best: 1 1, 2, 3, 5, 8. In any order, and with what was read before a
// write of the other, none is greater than if they take turns. It may begin with less: that is input.
// BAD: 8 is taken for impossible.
#include <pthread.h>
#define N 2
#ifdef BAD
#define MOST 7
#else
#define MOST 8
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static int i, j;

static void *first(void *arg) {
    for (int k = 0; k < N; k++) {
        i += j;
    }
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < N; k++) {
        j += i;
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
#ifdef INPUT
    i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i <= 1);
    j = 1;
#else
    i = j = 1;
#endif
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (i > MOST || j > MOST) {
        reach_error(); /*@error*/
    }
    return 0;
}
