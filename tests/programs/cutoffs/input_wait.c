//@ check --symbolic --explorer prefix: liveness line=@wait
//@ check --nondet 0..3 --explorer prefix: liveness line=@wait
// A thread waits until a counter is what the input says: it comes to 2, and no further.
#include <pthread.h>
#include <stdatomic.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static atomic_uint count, wanted;

static void *counts(void *unused) {
    for (int i = 0; i < 2; i++)
        count++;
    return unused;
}

int main(void) {
    pthread_t t;
    wanted = __VERIFIER_nondet_uchar() & 3;
    pthread_create(&t, NULL, counts, NULL);
    while (count < wanted) /*@wait*/
        ;
    pthread_join(t, NULL);
}
