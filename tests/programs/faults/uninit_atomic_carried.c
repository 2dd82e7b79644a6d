//@ check: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model pso: safe executions=2
//@ check --model ra: safe executions=2
//@ check --model rc11: safe executions=2
//@ check --explorer source: safe
//@ check --explorer optimal: safe
//@ check --explorer unfolding: safe
//@ check --explorer observers: safe
//@ check --explorer rf: safe
//@ check --explorer rvf: safe
// Values of which some or all bits are uninitialised in atomic objects: nobody decides by them. The reader comes before the writer or after it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct item {
    char kind;
    int value;
};
static _Atomic struct item shared;
static atomic_long word;
static long out;

static void *writer(void *arg) {
    struct item mine;
    mine.kind = 1;
    mine.value = 5;
    atomic_store(&shared, mine);
    return arg;
}

static void *reader(void *arg) {
    struct item seen = atomic_load(&shared);
    if (seen.kind == 1 && seen.value != 5)
        out = 1 / (seen.value - 5 == 0 ? 0L : 1L);
#ifdef USE
    USE
#endif
    return arg;
}

int main(void) {
    pthread_t a, b;
    long never;
    long *volatile hidden = &never;
    atomic_store(&word, *hidden);
    out = atomic_exchange(&word, 7);
    atomic_exchange(&word, *hidden);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
