//@ check --races explore: safe executions=4
//@ check --races explore --model tso: safe executions=4
//@ check --races explore --model pso: safe executions=4
//@ check --races explore --model ra: safe executions=4
//@ check --races explore --model rc11: safe executions=4
//@ check --races explore --explorer source: safe
//@ check --races explore --explorer optimal: safe
//@ check --races explore --explorer observers: safe
//@ check --races explore --explorer rf: safe
//@ check --races explore --explorer rvf: safe
// A structure with padding is built where nobody sees it and copied to where others read it: nobody decides by the padding, nor by the member
// that was never given a value. The other thread reads each of two members before or after they are written: four executions.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct item {
    char kind;
    int value;
    int unused;
};
static struct item shared;
static int other;

static void *writer(void *arg) {
    struct item mine;
    mine.kind = 1;
    mine.value = 5;
    shared = mine;
    return arg;
}

static void *reader(void *arg) {
#ifdef DECIDES
    if (shared.unused == 3) /*@decides*/
        other = 1;
#else
    int value = shared.value;
    assert(value == 0 || value == 5);
    other = shared.unused;
#endif
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
