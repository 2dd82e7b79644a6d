//@ check: data-race
// Each worker gets the address of its number.
#include <pthread.h>

#define N 2

static int done[N + 1];

static void *worker(void *arg) {
    int number = *(int *)arg;
    done[number] = 1;
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int i;
    for (i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, &i);
    for (int j = 0; j < N; j++)
        pthread_join(threads[j], NULL);
    return 0;
}
