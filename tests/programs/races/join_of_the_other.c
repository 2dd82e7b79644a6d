//@ check: data-race line=@a|@b other=@a|@b
// Only one of the two is waited for before the read.
#include <pthread.h>
#include <stddef.h>

static int x;

static void *quiet(void *arg) { return arg; }
static void *writer(void *arg) {
    x = 1; /*@a*/
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, quiet, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    int seen = x; /*@b*/
    pthread_join(b, NULL);
    return seen * 0;
}
