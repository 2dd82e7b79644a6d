//@ check --explorer prefix: safe note=none
// Nothing is cut, as each loop ends: then nobody goes round for ever, and the states (more than 65,536) need not be looked at.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counts[3];

static void *count(void *arg) {
    atomic_int *mine = arg;
    while (atomic_load(mine) < 4)
        atomic_fetch_add(mine, 1);
    return arg;
}

int main(void) {
    pthread_t threads[6];
    for (int i = 0; i < 6; i++)
        pthread_create(&threads[i], NULL, count, &counts[i / 2]);
    for (int i = 0; i < 6; i++)
        pthread_join(threads[i], NULL);
}
