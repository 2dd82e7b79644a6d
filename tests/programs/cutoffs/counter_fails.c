//@ check --explorer prefix: assertion line=@assert
// The counter comes to a value that it must not have, in the last round but three.
#include <assert.h>
#include <pthread.h>

#define N 20
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int c;

static void *count(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        c = (c + 1) % N;
        assert(c != N - 3); /*@assert*/
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
