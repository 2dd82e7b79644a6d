//@ check: sync-misuse line=@here message="initialised"
// There is no static initialiser of a spin lock.
#include <pthread.h>

static pthread_spinlock_t s;

int main(void) {
    pthread_spin_lock(&s); /*@here*/
    return 0;
}
