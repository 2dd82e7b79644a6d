//@ check --explorer prefix: liveness line=@waits
//@ check --explorer states: liveness line=@waits
// A lock with a back-off that grows and begins again, kept for ever on the way out after an error: the others try for ever.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define N 4
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Thread_local unsigned delay;
static int balance = 10;

static void acquire(void) {
    while (atomic_flag_test_and_set(&lock)) { /*@waits*/
        for (unsigned i = 0; i <= delay; i++)
            sched_yield();
        delay = (delay + 1) % 4;
    }
}

static int withdraw(int amount) {
    acquire();
    if (balance < amount)
        return -1; // forgets to release
    balance -= amount;
    atomic_flag_clear(&lock);
    return 0;
}

static void *client(void *arg) {
    withdraw(6);
    return arg;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, client, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
