//@ check: data-race
// Looks first, then says that it wants to.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static int inside;

static void *process(void *arg) {
    int me = *(int *)arg;
    if (!atomic_load(&wants[1 - me])) {
        atomic_store(&wants[me], 1);
        inside++;
        atomic_store(&wants[me], 0);
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
