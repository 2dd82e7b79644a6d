//@ check --explorer optimal: safe commuting=1
//@ check --explorer optimal --order-updates: safe
//@ check --no-symmetry: safe executions=576
// Four threads work in phases: each writes its own part, and after they have met reads those of all. The last to arrive knows of the others as well as those do who waited for it.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int part[4], sum[4];

static void *works(void *arg) {
    int *mine = arg, *total = &sum[mine - part];
    *mine = 1;
    pthread_barrier_wait(&b);
    for (int i = 0; i < 4; i++)
        *total += part[i];
    pthread_barrier_wait(&b);
    *mine = *total;
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_barrier_init(&b, 0, 4);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, works, &part[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < 4; i++)
        assert(part[i] == 4);
    return 0;
}
