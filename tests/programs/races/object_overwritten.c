//@ check: data-race line=@clear|@lock other=@clear|@lock
//@ check --rounds 0: incomplete limit=rounds graph-only
//@ check --rounds 1: data-race graph-only
//@ check --rounds 2: data-race graph-only
//@ check --preemptions 0: data-race graph-only
//@ check --context-switches 3: data-race graph-only
//@ check --model rc11: data-race
//@ check --explorer vc: data-race
//@ check --explorer rvf: data-race
//@ check --explorer optimal: data-race
//@ check --races explore: data-race
//@ check --races explore --rounds 1: data-race graph-only
// The second thread must look at x before the first one, which comes first in a round: so the race takes one round more.
// If the mutex is overwritten first, locking it is a misuse; but what is wrong is that nothing orders the two.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t *m;
static atomic_int x;

static void *first(void *arg)
{
    atomic_store(&x, 1);
    memset(m, 255, sizeof *m); /*@clear*/
    return arg;
}

static void *second(void *arg)
{
    if (atomic_load(&x) == 0) {
        pthread_mutex_lock(m); /*@lock*/
        pthread_mutex_unlock(m);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(m);
    return 0;
}
