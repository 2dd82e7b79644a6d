//@ check --symbolic: assertion line=@both
//@ check --symbolic --input own=5: assertion line=@both
//@ check --symbolic --input own=5,6: safe executions=1
//@ check --symbolic --input own=5,7: assertion line=@both
//@ check --symbolic --input own[1]=7: assertion line=@both
//@ check --input own=5,7: assertion line=@both
//@ check --input own=5,6: safe executions=1
// Each of two threads takes two numbers, and tells whether the second one is 7. With `own=5,7` it is in both, with `own=5,6` in
// none; with `own=5` it is still input. The threads share nothing, so there is one execution for each answer.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int sevens[2];

static void *work(void *arg) {
    for (int i = 0; i < 2; i++) {
        int own = __VERIFIER_nondet_int();
        if (own == 7 && i == 1) {
            *(int *)arg = 1;
        }
    }
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, work, &sevens[0]);
    pthread_create(&u, 0, work, &sevens[1]);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(!(sevens[0] && sevens[1])); /*@both*/
    return 0;
}
