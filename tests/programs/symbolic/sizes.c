//@ check --symbolic: safe executions=37
// A size is one number in each execution, and so is what is computed of it: nothing is asked any more.
#ifndef KIND
#define KIND 0
#endif
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#if KIND == 2
static void *other(void *argument) { return argument; }
#endif

int main(void) {
    int n = __VERIFIER_nondet_int();
#if KIND == 0
    __VERIFIER_assume(n > 3 && n <= 40);
    char *p = malloc(n);
    if (!p) return 0;
    p[n * n / (n + 1)] = 1;
    free(p);
#elif KIND == 1
    __VERIFIER_assume(n >= 1 && n < 30);
    int v[n];
    v[n - 1] = 0;
    v[n * n / (n + 1) + (n == 23)] = 1; /*@1*/
#elif KIND == 2
    // Numbers of which halves are asked, and a factor.
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    __VERIFIER_assume(n > 0 && n <= 60);
    long *p = malloc(n * sizeof *p);
    if (!p) return 0;
    p[n / 3 * 3 + n % 3 - 1] = n * n % 7;
    free(p);
    pthread_join(thread, 0);
#endif
    return 0;
}
