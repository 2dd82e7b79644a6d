//@ check --timeout 300ms: incomplete limit=timeout
// Too many executions for a third of a second: 24! / (8!)^3.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *worker(void *arg) {
    long sum = 0;
    for (int i = 0; i < 8; i++)
        sum += atomic_fetch_add(&x, 1);
    return (char *)arg + sum;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
