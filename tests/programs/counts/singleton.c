//@ check: safe executions=24
// n threads store to one pointer, main joins them and reads: n! = 24.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define N 4

static int a, b;
static int *_Atomic p;

static void *worker(void *arg) {
    p = arg;
    return NULL;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, i == 0 ? &a : &b);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return *p;
}
