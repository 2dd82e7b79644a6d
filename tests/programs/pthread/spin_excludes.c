//@ check: safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t s;
static int count;

static void *worker(void *arg) {
    assert(pthread_spin_lock(&s) == 0);
    count++;
    assert(pthread_spin_unlock(&s) == 0);
    return arg;
}

int main(void) {
    pthread_t a, b;
    assert(pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    assert(pthread_spin_destroy(&s) == 0);
    return 0;
}
