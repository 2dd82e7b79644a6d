//@ check: safe executions=8
// n pairs of threads, each over its own mutex, one of each pair then over a common one: 2^n n! = 8.
#include <pthread.h>
#include <stddef.h>

#define N 2

static pthread_mutex_t own[N], common = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    pthread_mutex_lock(arg);
    pthread_mutex_unlock(arg);
    return NULL;
}
static void *second(void *arg) {
    pthread_mutex_lock(arg);
    pthread_mutex_unlock(arg);
    pthread_mutex_lock(&common);
    pthread_mutex_unlock(&common);
    return NULL;
}

int main(void) {
    pthread_t t[2 * N];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&own[i], NULL);
        pthread_create(&t[2 * i], NULL, first, &own[i]);
        pthread_create(&t[2 * i + 1], NULL, second, &own[i]);
    }
    for (int i = 0; i < 2 * N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
