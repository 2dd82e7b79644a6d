//@ check --explorer prefix: data-race line=@race
// As barrier_forever.c, but nobody waits until all have read.
#include <assert.h>
#include <pthread.h>

#define N 3
static pthread_barrier_t done;
static int part[N];

static void *work(void *arg) {
    long me = (long)arg;
    for (;;) {
        part[me] = 1 - part[me]; /*@race*/
        pthread_barrier_wait(&done);
        assert(part[(me + 1) % N] == part[me]);
    }
    return NULL;
}

int main(void) {
    pthread_t t[N];
    pthread_barrier_init(&done, NULL, N);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
