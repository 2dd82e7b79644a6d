//@ check: safe executions=2
// One thread waits until another has loaded the configuration; the flag changes only under the lock.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t loaded = PTHREAD_COND_INITIALIZER;
static bool is_loaded;

static void *loader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    is_loaded = true;
    pthread_cond_signal(&loaded);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, loader, NULL);
    pthread_mutex_lock(&lock);
    while (!is_loaded)
        pthread_cond_wait(&loaded, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
