//@ check: safe executions=1 note=no-arguments
//@ check --args x: safe note=none
// A thread for each argument: without any there is nothing to check.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    return arg;
}

int main(int argc, char **argv) {
    pthread_t threads[8];
    if (argc > 8)
        abort();
    for (int i = 1; i < argc; i++)
        pthread_create(&threads[i - 1], NULL, work, argv[i]);
    for (int i = 1; i < argc; i++)
        pthread_join(threads[i - 1], NULL);
    return 0;
}
