//@ check --stub way=0: assertion line=@stale
//@ check --stub way=1: assertion line=@stale
//@ check --stub way=2: assertion line=@stale
//@ check --stub way=3: assertion line=@stale
//@ check --stub way=4: safe
// As seqlock_stale.c, in a structure that nobody else sees.
#include "spin.h"

extern int way(void);

static atomic_int seq, data;

static int reads(void)
{
    struct { int a, b, c[2]; } t = {0, 0, {0, 0}};
    int before;
    switch (way()) {
    case 0:
        for (;;) {
            before = seq;
            if (before == 2)
                return t.a;
            t.a = data;
        }
    case 1:
        do {
            before = seq;
            t.b = t.a;
            t.a = data;
        } while (before != 2);
        return t.b;
    case 2: /* Which of the two is written is known at run time only. */
        do {
            before = seq;
            t.c[before == 2] = data;
        } while (before != 2);
        return t.c[0];
    case 3: /* A copy keeps it. */
        do {
            before = seq;
            __typeof__(t) u = t;
            t.b = u.a;
            t.a = data;
        } while (before != 2);
        return t.b;
    default:
        do {
            before = seq;
            t.b = t.a = data;
        } while (before != 2);
        return t.b == t.a ? 0 : 1;
    }
}

static void *body(void *arg)
{
    assert(reads() != 1); /*@stale*/
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&data, 1);
    atomic_store(&data, 2);
    atomic_store(&seq, 2);
    pthread_join(other, NULL);
    return 0;
}
