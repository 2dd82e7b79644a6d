//@ check --explorer prefix: safe
// Two threads count for ever: as many states as values.
#include <assert.h>
#include <pthread.h>

#define N 20
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int c;

static void *count(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        c = (c + 1) % N;
        assert(c < N); /*@assert*/
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
