//@ check --symbolic: safe
// stack. One thread pushes, another one pops if there is something; what is popped was pushed, if it was not 0.
// BAD: whether there is something is read in one section, and popped in the next, by two threads: the second finds an empty stack.
#include <pthread.h>
#define ROOM 2

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned stack[ROOM], pushed;
static int top;

static void *push(void *arg) {
    pthread_mutex_lock(&lock);
    stack[top++] = pushed;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *pop(void *arg) {
    pthread_mutex_lock(&lock);
    int is_there = top > 0;
#ifdef BAD
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (is_there) {
        if (top == 0) {
            reach_error(); /*@empty*/
        } else if (stack[--top] != pushed) {
            reach_error();
        }
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t, u, v;
    pushed = __VERIFIER_nondet_uint();
    pthread_create(&t, 0, push, 0);
    pthread_create(&u, 0, pop, 0);
    pthread_create(&v, 0, pop, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
