//@ check: double-free|use-after-free
// Two threads drop a cached buffer when memory runs short.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic cache;

static void *shrink(void *arg) {
    (void)arg;
    char *buffer = atomic_load(&cache);
    if (buffer != NULL) {
        free(buffer);
        atomic_store(&cache, NULL);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    atomic_store(&cache, malloc(16));
    pthread_create(&a, NULL, shrink, NULL);
    pthread_create(&b, NULL, shrink, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
