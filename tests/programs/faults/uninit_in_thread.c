//@ check: uninitialised-read line=@bug thread=1
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *p = arg;
    if (p[1]) /*@bug*/
        p[0] = 2;
    return NULL;
}

int main(void) {
    pthread_t t;
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    pthread_create(&t, NULL, worker, p);
    pthread_join(t, NULL);
    free(p);
    return 0;
}
