//@ check --explorer prefix: data-race line=@write
// A try that fails tells a thread that another one has come so far, and orders nothing.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *writes(void *arg) {
    for (;;) {
        data = 1; /*@write*/
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *tries(void *arg) {
    int seen = 0;
    for (;;)
        if (!pthread_mutex_trylock(&m))
            pthread_mutex_unlock(&m);
        else
            seen = data;
    return seen ? arg : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writes, NULL);
    pthread_create(&b, NULL, tries, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
