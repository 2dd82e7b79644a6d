// Beside a server that counts what it has served two threads race. The server's lock has nothing to
// do with them.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned served, hits;

static void *server(void *arg) {
    (void)arg;
    while (1) {
        pthread_mutex_lock(&lock);
        served = served * 3 + 1;
        pthread_mutex_unlock(&lock);
    }
}

static void *worker(void *arg) {
    (void)arg;
    hits++;
    return NULL;
}

int main(void) {
    pthread_t s, a, b;
    pthread_create(&s, NULL, server, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
