//@ check: exit-status line=@return thread=0 message="`main` returns 1" output="FAILED: 1\n"
//@ check --model tso: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --model pso: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --model ra: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --model rc11: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --races explore: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --races ignore: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --preemptions 2: exit-status line=@return thread=0 graph-only
//@ check --explorer source: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --explorer optimal: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --explorer observers: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --explorer rf: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --explorer rvf: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --explorer vc: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --explorer dc: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --explorer unfolding: exit-status line=@return thread=0 output="FAILED: 1\n"
//@ check --exit-status ignore: safe executions=6
//@ check --expect-exit 1: exit-status line=@return message="`main` returns 0, not 1" output=""
//@ check --keep-going: exit-status faults=1
// A test that finds out by itself that it has failed, and says so with its status. An addition is lost where the second
// thread reads the counter before the first has written it. Without looking at the status there are as many executions as ways to
// put two critical sections of each of two threads in order: 6, of which 2 lose nothing.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *arg)
{
    pthread_mutex_lock(&mutex);
    int old = counter;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    counter = old + 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int failed = 0;
    if (counter != 2) {
        printf("FAILED: %d\n", counter);
        failed = 1;
    }
    return failed; /*@return*/
}
