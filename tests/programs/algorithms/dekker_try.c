//@ check: safe executions=3
// Dekker's entry, tried once: at most one gets in. The four loads and stores are those of store buffering.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static int inside;

static void *process(void *arg) {
    int me = *(int *)arg;
    atomic_store(&wants[me], 1);
    if (!atomic_load(&wants[1 - me])) {
        inside++;
        assert(inside == 1);
        inside--;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
