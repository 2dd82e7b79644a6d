//@ check: safe executions=1
// A mutex in a local variable is another one in each round.
#include <pthread.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_mutex_destroy(&m);
    }
    return 0;
}
