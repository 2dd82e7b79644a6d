// Each of five readers sees the write or does not: 2^5; only how many do makes a difference: 6.
//@ check: safe executions=32 representatives=6
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *read_it(void *unused) {
    (void)atomic_load(&x);
    return unused;
}

static void *write_it(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

int main(void) {
    pthread_t readers[5], writer;
    for (int i = 0; i < 5; i++) {
        pthread_create(&readers[i], 0, read_it, 0);
    }
    pthread_create(&writer, 0, write_it, 0);
    for (int i = 0; i < 5; i++) {
        pthread_join(readers[i], 0);
    }
    pthread_join(writer, 0);
    return 0;
}
