//@ check --races explore: safe
//@ check --races explore --symbolic: safe
// triangular. Each of two threads sets its number to one more than the other's. From 3 and 6, in turns: 7, 8, 9, 10, and never more.
// BAD: 10 is taken for impossible. INPUT: so is it from what the input says, which is 6 at most.
#include <pthread.h>
#define N 2
#ifdef BAD
#define MOST 9
#else
#define MOST 10
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static int i = 3, j = 6;

static void *first(void *arg) {
    for (int k = 0; k < N; k++) {
        i = j + 1;
    }
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < N; k++) {
        j = i + 1;
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
#ifdef INPUT
    j = __VERIFIER_nondet_int();
    __VERIFIER_assume(j >= -1000 && j <= 6);
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
