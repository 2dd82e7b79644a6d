//@ check: data-race line=@a|@b other=@a|@b
//@ check --races ignore: safe executions=1
//@ check --races explore: safe executions=2
#include <pthread.h>
#include <stddef.h>

static int x;

static void *first(void *arg) {
    x = 1; /*@a*/
    return arg;
}

static void *second(void *arg) {
    x = 2; /*@b*/
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
