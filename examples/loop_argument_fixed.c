//@ check: safe executions=1
// Each worker gets the address of its own number.
#include <assert.h>
#include <pthread.h>

#define N 2

static int done[N];

static void *worker(void *arg) {
    int number = *(int *)arg;
    done[number] = 1;
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int numbers[N];
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, worker, &numbers[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
        assert(done[i]);
    }
    return 0;
}
