//@ cflags: -O2
//@ check --no-symmetry: safe executions=6
//@ check --no-symmetry --explorer optimal: safe executions=6
// As rotated_lock.c, with numbers of tries that begin after the first access: at the loop's own they have a value, too.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int lock;
static int count;

static void *by_remainder(void *arg) {
    int tries = 0;
    while (atomic_exchange(&lock, 1))
        if (++tries % 8 == 0)
            sched_yield();
    count++;
    atomic_store(&lock, 0);
    return arg;
}

static void *by_mask(void *arg) {
    int tries = 0;
    while (atomic_exchange(&lock, 1))
        if ((++tries & 3) == 0)
            sched_yield();
    count++;
    atomic_store(&lock, 0);
    return arg;
}

static void *by_number(void *arg) {
    int tries = 0;
    while (atomic_exchange(&lock, 1))
        if (++tries > 3) {
            sched_yield();
            tries = 0;
        }
    count++;
    atomic_store(&lock, 0);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, by_remainder, NULL);
    pthread_create(&b, NULL, by_mask, NULL);
    pthread_create(&c, NULL, by_number, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return count != 3;
}
