// Each thread's variable has its address, and they compare these: the second to come must not have the lower one. With one
// order of the threads that holds, with the other not.
//@ check: assertion line=@compare
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) place;

static void *compare(void *unused) {
    int mine;
    int *other = atomic_exchange(&place, &mine);
    assert(!other || other < &mine); /*@compare*/
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, compare, 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], 0);
    }
    return 0;
}
