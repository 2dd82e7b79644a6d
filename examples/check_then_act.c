//@ check: assertion line=20
// Two customers want the last seat of a plane; each looks whether it is free, then books it.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static bool is_available(void) {
    pthread_mutex_lock(&lock);
    bool available = seats > 0;
    pthread_mutex_unlock(&lock);
    return available;
}

static void book(void) {
    pthread_mutex_lock(&lock);
    seats--;
    assert(seats >= 0);
    pthread_mutex_unlock(&lock);
}

static void *customer(void *arg) {
    (void)arg;
    if (is_available())
        book();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
