//@ check --explorer prefix --nondet -1..2 --stub way=0: safe
//@ check --explorer prefix --nondet -1..2 --stub way=1: safe
//@ check --explorer prefix --symbolic --stub way=0: safe named-only
//@ check --explorer prefix --symbolic --stub way=1: safe named-only
// A server that skips some input by `continue`. What clang makes of that looks like a way out of its loop, and is none.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
int way(void);

static atomic_int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *serves(void *arg)
{
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c < 0)
            continue;
        if (way() == 0) {
            n = c % 3;
        } else {
            pthread_mutex_lock(&m);
            pthread_mutex_unlock(&m);
        }
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, serves, NULL);
    pthread_join(t, NULL);
    return 0;
}
