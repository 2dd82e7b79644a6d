//@ check: sync-misuse line=@here message="locked"
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_destroy(&m); /*@here*/
    return 0;
}
