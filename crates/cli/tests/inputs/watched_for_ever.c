/* The loop can go on for ever, and the acquire load needs rc11, which knows executions only. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;
static int state;

static void *watch(void *arg) {
    while (!atomic_load_explicit(&stop, memory_order_acquire)) {
        pthread_mutex_lock(&lock);
        state ^= 1;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, watch, NULL);
    atomic_store_explicit(&stop, 1, memory_order_release);
    return pthread_join(t, NULL);
}
