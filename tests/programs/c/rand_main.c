//@ check: safe note=none
// Only main draws, also while a thread runs: then the sequence is that of the program, whatever others do.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *nothing(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    srand(3);
    int first = rand();
    pthread_create(&a, NULL, nothing, NULL);
    srand(3);
    assert(rand() == first);
    pthread_join(a, NULL);
    return 0;
}
