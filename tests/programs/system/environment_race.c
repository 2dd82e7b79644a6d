//@ check: data-race
// getenv reads what setenv changes.
#include <pthread.h>
#include <stdlib.h>

static void *change(void *arg) {
    setenv("A", "2", 1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    getenv("A");
    pthread_join(thread, NULL);
    return 0;
}
