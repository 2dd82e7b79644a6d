//@ check: sync-misuse line=@here message="locked"
#include <pthread.h>

static pthread_spinlock_t s;

int main(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&s);
    pthread_spin_destroy(&s); /*@here*/
    return 0;
}
