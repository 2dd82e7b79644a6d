//@ check: double-free line=@bug thread=0
// One thread after the other: no race, but twice.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *p) {
    free(p);
    return NULL;
}

int main(void) {
    pthread_t t;
    int *p = malloc(4);
    pthread_create(&t, NULL, worker, p);
    pthread_join(t, NULL);
    free(p); /*@bug*/
    return 0;
}
