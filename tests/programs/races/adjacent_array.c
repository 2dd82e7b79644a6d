//@ check: safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static char text[4];

static void *first(void *arg) {
    text[0] = 1;
    text[2] = 1;
    return arg;
}

static void *second(void *arg) {
    text[1] = 2;
    text[3] = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(text[0] + text[1] + text[2] + text[3] == 6);
    return 0;
}
