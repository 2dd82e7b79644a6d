//@ check: data-race line=@a|@b
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    atomic_fetch_add(&x, 1); /*@a*/
    return arg;
}

static void *second(void *arg) {
    int seen = *(volatile int *)&x; /*@b*/
    (void)seen;
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
