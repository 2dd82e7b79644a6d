//@ check: safe
// A lock by test-and-set whose waiters yield every second time: a round is in vain, though it comes back to its state only after two.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static void *add(void *arg) {
    int spins = 0;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
        if (++spins > 1) {
            sched_yield();
            spins = 0;
        }
    }
    count++;
    atomic_flag_clear_explicit(&lock, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_create(&c, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return count != 3;
}
