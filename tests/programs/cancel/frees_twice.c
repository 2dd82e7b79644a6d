//@ check: double-free line=@here
// The handler frees what main frees as well.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *worker(void *arg) {
    pthread_cleanup_push(free, arg);
    sleep(1);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void) {
    pthread_t a;
    char *buffer = malloc(8);
    pthread_create(&a, NULL, worker, buffer);
    pthread_cancel(a);
    pthread_join(a, NULL);
    free(buffer); /*@here*/
    return 0;
}
