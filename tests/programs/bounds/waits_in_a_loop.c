//@ check --preemptions 0: incomplete limit=preemptions graph-only
//@ check --preemptions 1: assertion line=@assert graph-only
//@ check --context-switches 3: assertion line=@assert graph-only
// The user waits in a loop for what the loader sets, which sees that there is a user. With a semaphore that would need no preemption; a thread that looks
// in a loop does not count as waiting (docs/manual.md), so that to leave it for the loader is one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int users, phase;

static void *loader(void *arg)
{
    phase = users > 0 ? 2 : 1;
    return arg;
}

static void *user(void *arg)
{
    users++;
    while (phase == 0)
        ;
    assert(phase != 2); /*@assert*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, loader, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
