//@ check: assertion line=@assert
//@ check --preemptions 0: incomplete limit=preemptions graph-only
//@ check --preemptions 1: assertion line=@assert graph-only
//@ check --preemptions 0 --keep-going: incomplete limit=preemptions graph-only
//@ check --preemptions 1 --keep-going: assertion line=@assert faults=1 graph-only
// The reader sees 1 only if the writer is left between its two stores, where it stands at a lock that is free: a preemption. That an operation may
// have to wait does not make it wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *arg)
{
    x = 1;
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *reads(void *arg)
{
    assert(x != 1); /*@assert*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writes, NULL);
    pthread_create(&b, NULL, reads, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
