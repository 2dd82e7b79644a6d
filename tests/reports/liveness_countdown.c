// Two phases with a countdown: the last thread to arrive opens the gate before it sets the countdown for the next phase.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int left = 2, phase;
static void arrive(void) {
    int mine = atomic_load(&phase);
    if (atomic_fetch_sub(&left, 1) == 1) {
#ifdef FIX
        atomic_store(&left, 2);
        atomic_store(&phase, mine + 1);
#else
        atomic_store(&phase, mine + 1);
        atomic_store(&left, 2);
#endif
    } else while (atomic_load(&phase) == mine) ;
}
static void *worker(void *arg) {
    arrive();
    arrive();
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
