//@ check --rounds 1: incomplete executions=1 limit=rounds graph-only
//@ check --rounds 2: safe executions=2 graph-only
//@ check --rounds auto: safe executions=2 graph-only
//@ check --preemptions 0: safe executions=2 graph-only
//@ check --context-switches 2: incomplete executions=0 limit=context-switches graph-only
//@ check --context-switches 3: safe executions=2 graph-only
// A bound that leaves nothing out is no bound: two critical sections have two orders, the second thread first takes
// two rounds (back to the first thread, back to main).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *arg) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
