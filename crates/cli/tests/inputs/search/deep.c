// There are millions of executions. The assertion fails in about one of a hundred, but not in those that begin
// like the first one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 6
#endif

static atomic_int x, y, z;

static void *both(void *arg) {
    for (int i = 0; i < N; i++) {
        atomic_fetch_add(&x, 1);
        atomic_fetch_add(&y, 1);
    }
    return arg;
}

static void *look(void *arg) {
    for (int i = 0; i < N; i++) {
        int first = x, second = y;
        assert(first != 3 || second != 1 || z != 2);
    }
    return arg;
}

static void *count(void *arg) {
    for (int i = 0; i < N; i++) {
        atomic_fetch_add(&z, 1);
    }
    return arg;
}

int main(void) {
    pthread_t threads[4];
    void *(*bodies[])(void *) = {both, both, look, count};
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], 0, bodies[i], 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], 0);
    }
    return 0;
}
