//@ check: sync-misuse line=@bug
// Known to be wrong: this program is safe. A mutex in a local variable is initialised anew by its static initialiser in each
// round, but a plain store does not revive a destroyed mutex in our model. When this changes: `safe executions=1`.
#include <pthread.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(&m); /*@bug*/
        pthread_mutex_unlock(&m);
        pthread_mutex_destroy(&m);
    }
    return 0;
}
