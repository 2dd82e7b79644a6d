/* N! orders of the writes to x, and as many of those to `done`. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 12
#endif
atomic_int x, done;
static void *writer(void *value) {
    x = (int)(long)value;
    done++;
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, writer, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(done == N);
    return 0;
}
