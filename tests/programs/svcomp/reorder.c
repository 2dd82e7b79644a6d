//@ check --symbolic: assertion line=@error
// reorder. One thread sets two numbers one after the other, both to what depends on the input; another one expects both or none.
// It may see the first only, unless that is what it was: a = 0. LOCKED: both under a lock.
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int a;

static void enter(void) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
}

static void leave(void) {
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
}

static void *set(void *arg) {
    enter();
    x = a;
    y = ~a;
    leave();
    return arg;
}

static void *check(void *arg) {
    enter();
    int first = x, second = y;
    leave();
    if (!(first == 0 && second == 0) && !(first == a && second == ~a)) {
        reach_error(); /*@error*/
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_int();
    pthread_mutex_init(&lock, 0);
    pthread_create(&t, 0, set, 0);
    pthread_create(&u, 0, check, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
