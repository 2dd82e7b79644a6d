//@ check: safe executions=120
// Four writers of one variable and a reader: (4 + 1)!.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define N 4

static atomic_int x;

static void *writer(void *arg) {
    x = *(int *)arg;
    return NULL;
}
static void *reader(void *arg) {
    *(int *)arg = x;
    return NULL;
}

int main(void) {
    pthread_t t[N + 1];
    int values[N + 1] = {1, 2, 3, 4};
    for (int i = 0; i <= N; i++)
        pthread_create(&t[i], NULL, i < N ? writer : reader, &values[i]);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], NULL);
    return values[N] > N;
}
