//@ check: sync-misuse line=@here message="locked"
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_destroy(&l); /*@here*/
    return 0;
}
