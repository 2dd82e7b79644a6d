//@ check --symbolic: out-of-bounds line=@found
// The other thread knows that the number is one of 13, and only one of them is no month. What is
// below the array comes after numbers that are not possible, which the thread cannot know.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
static int month = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg) {
    int taken = __VERIFIER_nondet_int();
    if (taken < 0 || taken > 12)
        return arg;
    pthread_mutex_lock(&m);
    month = taken;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_mutex_lock(&m);
    int which = month;
    pthread_mutex_unlock(&m);
    int found = days[which - 1]; /*@found*/
    pthread_join(t, 0);
    return found < 28;
}
