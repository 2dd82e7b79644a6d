//@ check: data-race
// A sensor writes a sample and says so; the display shows it if there is one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int sample;
static atomic_bool available;

static void *sensor(void *arg) {
    (void)arg;
    atomic_store_explicit(&available, 1, memory_order_release);
    sample = 42;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, sensor, NULL);
    if (atomic_load_explicit(&available, memory_order_acquire))
        printf("sample: %d\n", sample);
    pthread_join(thread, NULL);
    return 0;
}
