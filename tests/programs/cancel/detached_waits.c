//@ check: safe
// Nothing but being cancelled lets it go on.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *worker(void *arg) {
    for (;;)
        sleep(1);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_detach(a);
    pthread_cancel(a);
    return 0;
}
