//@ check: use-after-free line=@bug
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    free(m);
    pthread_mutex_lock(m); /*@bug*/
    return 0;
}
