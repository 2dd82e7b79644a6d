//@ check --model rc11: data-race line=@use|@end other=@use|@end
// The relaxed flag tells main that the semaphore is no longer used, but orders nothing.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ORDER_OF_STORE
#define ORDER_OF_STORE memory_order_relaxed
#define ORDER_OF_LOAD memory_order_relaxed
#endif
static sem_t semaphore;
static atomic_int done;

static void *user(void *arg) {
    sem_post(&semaphore); /*@use*/
    atomic_store_explicit(&done, 1, ORDER_OF_STORE);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&semaphore, 0, 0);
    pthread_create(&t, NULL, user, NULL);
    if (atomic_load_explicit(&done, ORDER_OF_LOAD))
        sem_destroy(&semaphore); /*@end*/
    pthread_join(t, NULL);
    return 0;
}
