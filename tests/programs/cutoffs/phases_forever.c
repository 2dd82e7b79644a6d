//@ check --explorer prefix: safe
// Each does its part in its phase and says whose is next, until somebody says that it is over, which nobody does.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int phase, over, parts[2];

static void *process(void *arg) {
    long me = *(long *)arg;
    while (!atomic_load(&over)) {
        if (atomic_load(&phase) == me) {
            atomic_store(&parts[me], 1);
            atomic_store(&parts[me], 0);
            atomic_store(&phase, (int)(1 - me));
        }
    }
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
