//@ check: safe executions=1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t s;

int main(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_trylock(&s) == 0);
    assert(pthread_spin_trylock(&s) == EBUSY);
    assert(pthread_spin_unlock(&s) == 0);
    assert(pthread_spin_trylock(&s) == 0);
    assert(pthread_spin_unlock(&s) == 0);
    return 0;
}
