// sigma of SV-COMP: main starts N threads and increments an index between two of them; each thread adds its element of an array
// at that index. Nothing is locked: N! reads-from classes of what the threads read. Run with --races explore.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 7
#endif

static int array[N];
static int at;

static void *add(void *arg) {
    array[at] = 1;
    return arg;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) {
        if (i > 0)
            at++;
        pthread_create(&t[i], NULL, add, NULL);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(array[0] <= 1);
    return 0;
}
