//@ check: data-race line=@a|@b other=@a|@b
#include <pthread.h>
#include <stddef.h>

static int x;

static void *first(void *arg) {
    int seen = x; /*@a*/
    (void)seen;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, first, NULL);
    x = 1; /*@b*/
    pthread_join(a, NULL);
    return 0;
}
