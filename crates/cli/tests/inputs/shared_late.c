// N threads draw numbers; two of them access y without a lock, if one drew the last number and the other the first.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 5
#endif
#ifndef LAST
#define LAST 0
#endif
#ifndef OTHER
#define OTHER 1
#endif
static atomic_int next;
static int y;
static void *draw(void *arg) {
    int me = (int)(size_t)arg, mine = atomic_fetch_add(&next, 1);
    if ((me == LAST && mine == N - 1) || (me == OTHER && mine == 0))
        y++;
    return NULL;
}
int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, draw, (void *)(size_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
