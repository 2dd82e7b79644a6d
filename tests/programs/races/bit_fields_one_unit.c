//@ check: data-race line=@a|@b other=@a|@b
// Bit-fields in one unit are one location.
#include <pthread.h>
#include <stddef.h>

static struct {
    unsigned a : 4;
    unsigned b : 4;
} s;

static void *first(void *arg) {
    s.a = 1; /*@a*/
    return arg;
}

static void *second(void *arg) {
    s.b = 2; /*@b*/
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
