//@ check --model sc: assertion line=@lost
//@ check --model sc --rounds 0: incomplete executions=0 limit=rounds graph-only
//@ check --model sc --rounds 1: incomplete executions=1 limit=rounds graph-only
//@ check --model sc --rounds 2: assertion line=@lost graph-only
//@ check --model sc --rounds auto: assertion line=@lost graph-only
//@ check --model sc --preemptions 0: incomplete executions=2 limit=preemptions graph-only
//@ check --model sc --preemptions 1: assertion line=@lost graph-only
//@ check --model sc --context-switches 2: incomplete executions=0 limit=context-switches graph-only
//@ check --model sc --context-switches 3: incomplete executions=2 limit=context-switches graph-only
//@ check --model sc --context-switches 4: assertion line=@lost graph-only
// An update is lost when both threads have loaded before one of them stores. The least that this needs: main, first, second,
// first, main: two times back to an earlier thread (second to first, first to main), four switches, and one of them
// (between the load and the store) from a thread that could have gone on. (The other thread is done before the switch
// back, and main waits when it is left.) Without preemptions one thread is done before the other begins: two
// orders, three switches each; the first before the second takes one round (back to main), the other two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *add(void *arg) {
    int old = atomic_load(&counter);
    atomic_store(&counter, old + 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); /*@lost*/
    return 0;
}
