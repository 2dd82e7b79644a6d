//@ check --explorer optimal: data-race line=@read other=@write
//@ check: data-race line=@read other=@write
// The additions do not order the write and the read: where the second comes first, nothing does.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static int d;

static void *writes(void *arg) {
    d = 1; /*@write*/
    atomic_fetch_add(&n, 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    atomic_fetch_add(&n, 1);
    int seen = d; /*@read*/
    pthread_join(t, 0);
    return seen > 1;
}
