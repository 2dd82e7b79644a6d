//@ check --stub unbalanced=0: safe
//@ check --stub unbalanced=1: deadlock
// A monitor over a recursive mutex whose methods call each other; waiting on a condition inside two levels would keep it,
// so that is done with one level only. With `unbalanced`, one level is never left.
#include <assert.h>
#include <pthread.h>

int unbalanced(void);
static pthread_mutex_t m;
static int balance, leave_out;

static void enter(void) { pthread_mutex_lock(&m); }
static void leave(void) { pthread_mutex_unlock(&m); }
static void deposit(int n) { enter(); balance += n; leave(); }
static void twice(int n) {
    enter();
    deposit(n);
    deposit(n);
    if (!leave_out)
        leave();
}
static void *run(void *arg) { twice(5); return arg; }

int main(void) {
    leave_out = unbalanced();
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    twice(1);
    pthread_join(t, NULL);
    assert(balance == 12);
    return 0;
}
