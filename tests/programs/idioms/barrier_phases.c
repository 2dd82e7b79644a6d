//@ check --stub short_count=0: safe 
//@ check --stub short_count=1: deadlock|data-race
// Phases of a computation with two buffers. The fetch-adds of the serial threads are ordered by the barriers.
#include <assert.h>
#include <pthread.h>

int short_count(void);
#define N 3
static pthread_barrier_t barrier;
static int buffer[2][N];
static int serial;

static void *work(void *arg) {
    int me = (int)(long)arg;
    for (int phase = 0; phase < 2; phase++) {
        int *from = buffer[phase & 1], *to = buffer[!(phase & 1)];
        to[me] = from[me] + from[(me + 1) % N] + 1;
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            __atomic_fetch_add(&serial, 0, __ATOMIC_RELAXED);
    }
    return NULL;
}

int main(void) {
    pthread_t t[N];
    pthread_barrier_init(&barrier, NULL, N + (short_count() ? 1 : 0));
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++)
        assert(buffer[0][i] == 3);
    pthread_barrier_destroy(&barrier);
    return 0;
}
