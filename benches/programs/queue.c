// A queue behind one mutex; N threads enqueue, N dequeue, each with about 100 atomic accesses: (2N)! executions; 720 for
// N = 3.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define ITEMS 20
#define SIZE (N * ITEMS)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int items[SIZE];
static atomic_int head, tail;

static void *enqueue(void *arg) {
    int first = *(int *)arg * ITEMS;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < ITEMS; i++) {
        int at = atomic_load(&tail);
        assert(at < SIZE && atomic_load(&items[at]) == 0);
        atomic_store(&items[at], first + i + 1);
        atomic_store(&tail, at + 1);
        atomic_load(&head);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *dequeue(void *arg) {
    int sum = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < ITEMS; i++) {
        int at = atomic_load(&head);
        if (at == atomic_load(&tail))
            break;
        int item = atomic_load(&items[at]);
        assert(item > 0 && item <= SIZE);
        sum += item;
        atomic_store(&items[at], -1);
        atomic_store(&head, at + 1);
    }
    pthread_mutex_unlock(&lock);
    *(int *)arg = sum;
    return NULL;
}

int main(void) {
    pthread_t threads[2 * N];
    int number[2 * N];
    for (int i = 0; i < 2 * N; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, i < N ? enqueue : dequeue, &number[i]);
    }
    for (int i = 0; i < 2 * N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
