//@ check: safe executions=6
// Three threads sum their parts and add them up under a lock: 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 3
#define EACH 50

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int numbers[THREADS * EACH];
static long total;

static void *worker(void *arg) {
    const int *part = arg;
    long sum = 0;
    for (int i = 0; i < EACH; i++)
        sum += part[i];
    pthread_mutex_lock(&lock);
    total += sum;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS * EACH; i++)
        numbers[i] = i;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, &numbers[i * EACH]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(total == 11175);
    return 0;
}
