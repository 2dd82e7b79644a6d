//@ check: data-race line=@a|@b other=@a|@b
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x++; /*@a*/
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    x++; /*@b*/
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
