//@ check: safe executions=24
// Three writers of the same value are three writes all the same: (3 + 1)!.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define N 3

static atomic_int x;
static int seen;

static void *writer(void *arg) {
    x = 1;
    return arg;
}
static void *reader(void *arg) {
    seen = x;
    return arg;
}

int main(void) {
    pthread_t t[N + 1];
    for (int i = 0; i <= N; i++)
        pthread_create(&t[i], NULL, i < N ? writer : reader, NULL);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], NULL);
    return seen > 1;
}
