// N writers fill a plain payload each and raise their flag, relaxed; one reader each looks at the flag and then at the
// payload. Under sc the flag orders the two; under rc11 nothing does: a data race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static int payload[N];
static atomic_int flag[N];

static void *writer(void *arg) {
    int me = *(int *)arg;
    payload[me] = 42; /*@payload*/
    atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
    return NULL;
}

static void *reader(void *arg) {
    int me = *(int *)arg;
    if (atomic_load_explicit(&flag[me], memory_order_relaxed))
        assert(payload[me] == 42); /*@read*/
    return NULL;
}

int main(void) {
    pthread_t threads[2 * N];
    int number[2 * N];
    for (int i = 0; i < 2 * N; i++) {
        number[i] = i / 2;
        pthread_create(&threads[i], NULL, i % 2 ? reader : writer, &number[i]);
    }
    for (int i = 0; i < 2 * N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
