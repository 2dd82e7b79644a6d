// Threads that start alike, and more executions than can be explored.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *worker(void *arg) {
    long sum = 0;
    for (int i = 0; i < 6; i++)
        sum += atomic_fetch_add(&count, 1);
    return (char *)arg + sum;
}

int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
