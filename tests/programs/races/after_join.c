//@ check: safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void *first(void *arg) {
    x = 1;
    return arg;
}

static void *second(void *arg) {
    y = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    x++;
    y++;
    assert(x == 2 && y == 3);
    return 0;
}
