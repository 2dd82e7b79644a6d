//@ check: safe executions=64
// One writer of x and n readers: each sees it or not, 2^n = 64.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define N 6

static atomic_int x;
static int seen[N];

static void *writer(void *arg) {
    x = 1;
    return arg;
}
static void *reader(void *arg) {
    *(int *)arg = x;
    return NULL;
}

int main(void) {
    pthread_t t[N + 1];
    pthread_create(&t[N], NULL, writer, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, reader, &seen[i]);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
