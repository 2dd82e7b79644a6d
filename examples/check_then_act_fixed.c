//@ check: safe executions=2
// Two customers want the last seat of a plane; each looks whether it is free and books it under one lock.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static bool book_if_available(void) {
    pthread_mutex_lock(&lock);
    bool available = seats > 0;
    if (available)
        seats--;
    assert(seats >= 0);
    pthread_mutex_unlock(&lock);
    return available;
}

static void *customer(void *arg) {
    *(bool *)arg = book_if_available();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    bool first, second;
    pthread_create(&a, NULL, customer, &first);
    pthread_create(&b, NULL, customer, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(first != second);
    return 0;
}
