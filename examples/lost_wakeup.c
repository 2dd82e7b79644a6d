//@ check: deadlock
// One thread waits until another has loaded the configuration.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t loaded = PTHREAD_COND_INITIALIZER;
static atomic_bool is_loaded;

static void *loader(void *arg) {
    (void)arg;
    atomic_store(&is_loaded, 1);
    pthread_cond_signal(&loaded);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, loader, NULL);
    pthread_mutex_lock(&lock);
    while (!atomic_load(&is_loaded))
        pthread_cond_wait(&loaded, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
