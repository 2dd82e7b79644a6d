//@ check: use-after-free line=@here other=@free
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_mutex_t *m = malloc(sizeof *m);
    if (m == NULL)
        return 1;
    pthread_mutex_init(m, NULL);
    free(m); /*@free*/
    pthread_mutex_lock(m); /*@here*/
    return 0;
}
