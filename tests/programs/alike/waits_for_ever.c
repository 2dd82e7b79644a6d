//@ check --explorer optimal --keep-going: data-race faults=2
//@ check --keep-going: data-race faults=2
// A race, and a wait for what nobody writes: after the race is found, the search begins again with everything in order, and finds the wait.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int d;

static void *waits(void *arg) {
    x++;
    while (__atomic_load_n(&d, __ATOMIC_SEQ_CST) != 1)
        ;
    return 0;
}

static void *sets(void *arg) {
    d = 2;
    x++;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, waits, 0);
    pthread_create(&t[1], 0, sets, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
