//@ check: safe executions=1
//@ check --races explore: safe
// One reading of the clock in each execution is as good as any other.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *worker(void *arg) { return arg; }

int main(void) {
    pthread_t t;
    srand((unsigned)time(NULL));
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return difftime(3, 3) != 0;
}
