//@ check --explorer prefix --model sc: safe
// Tries of all kinds, for ever; what they protect is touched only where they have succeeded.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static int by_mutex, by_lock, by_semaphore;

static void *first(void *arg) {
    struct timespec at = {0, 0};
    for (;;)
        if (!pthread_mutex_timedlock(&m, &at)) {
            by_mutex = !by_mutex;
            if (!pthread_rwlock_trywrlock(&rw)) {
                by_lock = 1;
                pthread_rwlock_unlock(&rw);
            }
            pthread_mutex_unlock(&m);
        }
    return arg;
}

static void *second(void *arg) {
    int value;
    for (;;) {
        if (!pthread_mutex_trylock(&m)) {
            by_mutex = !by_mutex;
            pthread_mutex_unlock(&m);
        } else if (!pthread_rwlock_tryrdlock(&rw)) {
            value = by_lock;
            pthread_rwlock_unlock(&rw);
        }
        sem_getvalue(&s, &value);
        if (!sem_trywait(&s)) {
            by_semaphore = 1;
            sem_post(&s);
        }
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    return 0;
}
