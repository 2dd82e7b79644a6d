// Two readers see 0, 1 or 2, and go on if it is not 0: 2 * 2 executions, of 3 * 3. The others are not begun: who
// would see 0 reads later. Up to their names: 1 1, 1 2, 2 2.
//@ check: safe executions=4 blocked=0 representatives=3
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int x;

static void *read_it(void *unused) {
    __VERIFIER_assume(atomic_load(&x) != 0);
    return unused;
}

static void *write_it(void *unused) {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return unused;
}

int main(void) {
    pthread_t readers[2], writer;
    for (int i = 0; i < 2; i++) {
        pthread_create(&readers[i], 0, read_it, 0);
    }
    pthread_create(&writer, 0, write_it, 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(readers[i], 0);
    }
    pthread_join(writer, 0);
    return 0;
}
