//@ check: data-race line=@a|@b other=@a|@b
#include <pthread.h>
#include <stddef.h>

static int x;

static void *first(void *arg) {
    x = 1; /*@a*/
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, first, NULL);
    x = 2; /*@b*/
    pthread_join(a, NULL);
    return 0;
}
