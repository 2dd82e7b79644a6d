//@ check: sync-misuse line=@here message="initialised"
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_mutex_t *m = malloc(sizeof *m);
    if (m == NULL)
        return 1;
    pthread_mutex_lock(m); /*@here*/
    free(m);
    return 0;
}
