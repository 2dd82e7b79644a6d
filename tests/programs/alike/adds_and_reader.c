//@ check --explorer optimal: safe commuting=16
//@ check --no-symmetry: safe executions=120
// Four additions and a load: for each set of the additions one execution in which the load comes after just these.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int refs;

static void *adds(void *arg) {
    refs++;
    return 0;
}

int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, adds, 0);
    int seen = refs;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return seen > 4;
}
