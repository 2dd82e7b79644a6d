//@ check: safe executions=14
// Two runners wait for the start, which is announced to all.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t start = PTHREAD_COND_INITIALIZER;
static bool started;

static void *runner(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!started)
        pthread_cond_wait(&start, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, runner, NULL);
    pthread_create(&b, NULL, runner, NULL);
    pthread_mutex_lock(&lock);
    started = true;
    pthread_cond_broadcast(&start);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
