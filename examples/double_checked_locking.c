//@ check: data-race
// The logger is created by whoever needs it first; once it is there, nobody takes the lock any more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct logger {
    int level;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct logger *instance;

static struct logger *get_logger(void) {
    if (instance == NULL) {
        pthread_mutex_lock(&lock);
        if (instance == NULL) {
            struct logger *fresh = malloc(sizeof *fresh);
            fresh->level = 3;
            instance = fresh;
        }
        pthread_mutex_unlock(&lock);
    }
    return instance;
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
