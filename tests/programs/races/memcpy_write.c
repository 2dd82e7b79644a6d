//@ check: data-race line=@a|@b other=@a|@b
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char from[16], to[16];

static void *first(void *arg) {
    memcpy(to, from, 16); /*@a*/
    return arg;
}

static void *second(void *arg) {
    from[15] = 1; /*@b*/
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
