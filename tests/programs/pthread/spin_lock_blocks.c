//@ check: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t s;

static void *worker(void *arg) {
    pthread_spin_lock(&s);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&s);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    return 0;
}
