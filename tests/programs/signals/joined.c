//@ check: sync-misuse line=@here message="`pthread_kill` of a thread that was joined before"
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_kill(a, 0); /*@here*/
    return 0;
}
