//@ check: safe executions=2
//@ check --races explore: safe
//@ check --model rc11: safe
// Each thread has a buffer of its own (thread-local), as test frameworks do, and jumps out of a callee that holds a lock after
// giving it back. The two critical sections come in two orders.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static _Thread_local jmp_buf mark;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void fail(int by)
{
    pthread_mutex_lock(&m);
    total += by;
    pthread_mutex_unlock(&m);
    longjmp(mark, by);
}

static void *worker(void *arg)
{
    volatile int after = 0;
    int by = *(int *)arg;
    int got = setjmp(mark);
    if (got == 0)
        fail(by);
    after++;
    assert(got == by && after == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    static int one = 1, two = 2;
    pthread_create(&t, 0, worker, &one);
    worker(&two);
    pthread_join(t, 0);
    assert(total == 3);
    return 0;
}
