//@ check: assertion line=@error
//@ check --symbolic: assertion line=@error
// lazy. Two threads add 1 and 2 under a lock; a third finds 3 if it comes last. INPUT: what it expects is input, and 4 is the least that
// it never finds.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, bound = 3;

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    data += *(int *)arg;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *look(void *arg) {
    pthread_mutex_lock(&lock);
    if (data >= bound) {
        reach_error(); /*@error*/
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t, u, v;
    int one = 1, two = 2;
#ifdef INPUT
    bound = __VERIFIER_nondet_int();
    __VERIFIER_assume(bound >= INPUT);
#endif
    pthread_create(&t, 0, add, &one);
    pthread_create(&u, 0, add, &two);
    pthread_create(&v, 0, look, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
