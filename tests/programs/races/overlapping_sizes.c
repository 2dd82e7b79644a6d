//@ check: data-race line=@a|@b other=@a|@b
// A word and one of its bytes.
#include <pthread.h>
#include <stddef.h>

static union {
    int word;
    char bytes[4];
} u;

static void *first(void *arg) {
    u.word = 1; /*@a*/
    return arg;
}

static void *second(void *arg) {
    u.bytes[3] = 2; /*@b*/
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
