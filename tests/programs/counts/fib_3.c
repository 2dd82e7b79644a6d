//@ check --races explore: safe executions=1698
//@ check: data-race
// Two threads add to each other's variable 3 times; main reads both meanwhile.
// 1698: counted by brute force (classes.py).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define N 3

static int i = 1, j = 1;

static void *first(void *arg) {
    for (int k = 0; k < N; k++)
        i = i + j;
    return arg;
}
static void *second(void *arg) {
    for (int k = 0; k < N; k++)
        j = j + i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    int left = i, right = j;
    assert(left <= 144 && right <= 144);
    return 0;
}
