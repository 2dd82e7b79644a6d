//@ check: deadlock
#include <pthread.h>
#include <stddef.h>

int main(void) {
    pthread_barrier_t b;
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_wait(&b);
    return 0;
}
