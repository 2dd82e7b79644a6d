//@ check: safe executions=4
// The logger is created by whoever needs it first; once it is published, nobody takes the lock any more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct logger {
    int level;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct logger *_Atomic instance;

static struct logger *get_logger(void) {
    struct logger *found = atomic_load_explicit(&instance, memory_order_acquire);
    if (found == NULL) {
        pthread_mutex_lock(&lock);
        found = atomic_load_explicit(&instance, memory_order_relaxed);
        if (found == NULL) {
            found = malloc(sizeof *found);
            found->level = 3;
            atomic_store_explicit(&instance, found, memory_order_release);
        }
        pthread_mutex_unlock(&lock);
    }
    return found;
}

static void *worker(void *arg) {
    (void)arg;
    assert(get_logger()->level == 3);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(get_logger());
    return 0;
}
