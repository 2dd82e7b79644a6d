//@ check: sync-misuse line=@here message="not locked"
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_wait(&c, &m); /*@here*/
    return 0;
}
