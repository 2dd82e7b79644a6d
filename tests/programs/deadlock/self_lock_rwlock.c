//@ check: deadlock|sync-misuse line=@bug
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&l); /*@bug*/
    return 0;
}
