/* Two threads make way for each other, beside two that count to 150 each: these are too many states to look for livelocks. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counts[2];

static void *first(void *arg) {
    for (;;) {
        atomic_store(&wants[0], 1);
        if (!atomic_load(&wants[1]))
            break;
        atomic_store(&wants[0], 0);
        while (atomic_load(&wants[1])) { }
    }
    atomic_store(&wants[0], 0);
    return arg;
}

static void *second(void *arg) {
    for (;;) {
        atomic_store(&wants[1], 1);
        if (!atomic_load(&wants[0]))
            break;
        atomic_store(&wants[1], 0);
        while (atomic_load(&wants[0])) { }
    }
    atomic_store(&wants[1], 0);
    return arg;
}

static void *count(void *arg) {
    long i = (long)arg;
    for (;;) {
        pthread_mutex_lock(&m[i]);
        counts[i] = (counts[i] + 1) % 150;
        pthread_mutex_unlock(&m[i]);
    }
    return arg;
}

int main(void) {
    pthread_t a, b, c, d;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, count, (void *)0);
    pthread_create(&d, NULL, count, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
