//@ check: assertion line=@wrong message="input amount = 7 ("
//@ check --symbolic: assertion line=@wrong message="input amount = 7 ("
//@ check --model rc11: assertion line=@wrong message="input amount = 7 ("
//@ check --nondet 0..6: safe executions=14
//@ check --nondet 5..9: assertion line=@wrong
//@ check --input amount=6: safe executions=2
//@ check --input amount=7: assertion line=@wrong
//@ check --stub __VERIFIER_nondet_int=6: safe executions=2
//@ check --explorer rvf: incomplete unsupported=__VERIFIER_nondet_int
//@ check --rounds 1: assertion line=@wrong graph-only
//@ check --preemptions 0: incomplete unsupported="--preemptions does not go with --symbolic" graph-only
//
// Nobody says which values the input has: it is every one, and only 7 is wrong. Two orders of the lock for each number of a
// range.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int amount;
static unsigned total;

static void *add(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    total += (unsigned)amount;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    amount = __VERIFIER_nondet_int();
    pthread_create(&t, 0, add, 0);
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    assert(amount != 7); /*@wrong*/
    return 0;
}
