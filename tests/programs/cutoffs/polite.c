//@ check --explorer prefix: liveness line=@up message="none of them gets out"
//@ check --explorer prefix --fairness strong: liveness line=@up
// Each raises its flag, and lowers it again if the other's is up: they may do so in step for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        atomic_store(&wants[me], 1); /*@up*/
        if (!atomic_load(&wants[1 - me]))
            break;
        atomic_store(&wants[me], 0);
    }
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
