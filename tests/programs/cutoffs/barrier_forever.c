//@ check --explorer prefix: safe
// A simulation that never ends: each works on its part, all wait, each reads its neighbour's part.
#include <assert.h>
#include <pthread.h>

#define N 3
static pthread_barrier_t done, read_all;
static int part[N];

static void *work(void *arg) {
    long me = (long)arg;
    for (;;) {
        part[me] = 1 - part[me];
        pthread_barrier_wait(&done);
        assert(part[(me + 1) % N] == part[me]);
        pthread_barrier_wait(&read_all);
    }
    return NULL;
}

int main(void) {
    pthread_t t[N];
    pthread_barrier_init(&done, NULL, N);
    pthread_barrier_init(&read_all, NULL, N);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
