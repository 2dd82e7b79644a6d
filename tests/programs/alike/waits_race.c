//@ check --explorer optimal: data-race line=@plain|@wait
//@ check: data-race line=@plain|@wait
// The read that is held back while it would wait races with the plain write before what it waits for: where T2 counts first, nothing puts that before it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int d;

static void *sets(void *arg) {
    d = 0; /*@plain*/
    x++;
    __atomic_store_n(&d, 1, __ATOMIC_SEQ_CST);
    return 0;
}

static void *waits(void *arg) {
    x++;
    while (__atomic_load_n(&d, __ATOMIC_SEQ_CST) != 1) /*@wait*/
        ;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, sets, 0);
    pthread_create(&t[1], 0, waits, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
