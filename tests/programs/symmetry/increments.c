// Six threads add one. Any order of them is one execution: 6!, which are all the same but for the names of the threads.
//@ check: safe executions=720 representatives=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *unused) {
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void) {
    pthread_t threads[6];
    for (int i = 0; i < 6; i++) {
        pthread_create(&threads[i], 0, add, 0);
    }
    for (int i = 0; i < 6; i++) {
        pthread_join(threads[i], 0);
    }
    assert(x == 6);
    return 0;
}
