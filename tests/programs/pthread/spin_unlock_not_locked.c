//@ check: sync-misuse line=@here message="not locked"
#include <pthread.h>

static pthread_spinlock_t s;

int main(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_unlock(&s); /*@here*/
    return 0;
}
