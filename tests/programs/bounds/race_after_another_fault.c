//@ check --preemptions 0 --keep-going: sync-misuse line=@unlock faults=1 graph-only
//@ check --preemptions 1 --keep-going: sync-misuse|data-race line=@unlock|@plain|@atomic faults=2 graph-only
//@ check --context-switches 2 --keep-going: sync-misuse|data-race line=@unlock|@plain|@atomic faults=2 graph-only
//@ check --keep-going: sync-misuse|data-race line=@unlock|@plain|@atomic faults=2
//@ check --keep-going --model tso: sync-misuse|data-race line=@unlock|@plain|@atomic faults=2 graph-only
//@ check --keep-going --model rc11: sync-misuse|data-race line=@unlock|@plain|@atomic faults=2 graph-only
// Main misuses a mutex and stops there; the other two threads go on, and race: the plain write and the atomic one are unordered. Two faults:
// the misuse needs no preemption; the race one, of main, which could go on if it did not fail first. In the order in which the second thread comes first the
// plain write is visible, and in the other one it is not.
#include <pthread.h>

static pthread_mutex_t used = PTHREAD_MUTEX_INITIALIZER, unlocked = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *plain(void *arg)
{
    pthread_mutex_destroy(&used);
    x = 1; /*@plain*/
    return arg;
}

static void *atomic(void *arg)
{
    __atomic_store_n(&x, 2, __ATOMIC_SEQ_CST); /*@atomic*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, plain, NULL);
    pthread_create(&b, NULL, atomic, NULL);
    pthread_mutex_unlock(&unlocked); /*@unlock*/
    return 0;
}
