//@ check: data-race
// To cancel a thread is not to wait for its end.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int count;

static void finish(void *arg) {
    (void)arg;
    count++;
}

static void *worker(void *arg) {
    pthread_cleanup_push(finish, NULL);
    for (;;)
        sleep(1);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    return count;
}
