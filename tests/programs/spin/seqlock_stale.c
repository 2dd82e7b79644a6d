//@ check --stub way=0: assertion line=@stale
//@ check --stub way=1: assertion line=@stale
//@ check --stub way=2: assertion line=@stale
//@ check --stub way=3: assertion line=@stale
//@ check --stub way=4: assertion line=@stale
//@ check --stub way=5: safe
//@ check --stub way=0 --races explore: assertion line=@stale
//@ check --stub way=0 --model rc11: assertion line=@stale
//@ check --stub way=1 --explorer states: assertion line=@stale
// What a round in vain has written is read later: rounds before the last one matter.
#include "spin.h"

extern int way(void);

static atomic_int seq, data;

/* Two variables of the caller, which are 0, and a third address, where something is read. */
static int read_to(int *x, int *y, int *z)
{
    int before, sum = 0;
    switch (way()) {
    case 0: /* The round that ends the loop leaves it before it writes. */
        for (;;) {
            before = seq;
            if (before == 2)
                return *x;
            *x = data;
        }
    case 1: /* A round reads what the last one has written. */
        do {
            before = seq;
            *y = *x;
            *x = data;
        } while (before != 2);
        return *y;
    case 2: /* Half of it stays. */
        do {
            before = seq;
            if (before == 2)
                *(char *)x = 0;
            else
                *x = data << 8 | 1;
        } while (before != 2);
        return *x >> 8;
    case 3: /* The third address may be that of the first variable. */
        do {
            before = seq;
            sum = *z;
            *x = data;
        } while (before != 2);
        return sum;
    case 4: /* Rounds write in turn. */
        do {
            int *last = x;
            before = seq;
            x = y;
            y = last;
            *x = data;
        } while (before != 2);
        return *y;
    default:
        do {
            before = seq;
            *x = data;
        } while (before != 2);
        return 0;
    }
}

static void *body(void *arg)
{
    int x = 0, y = 0;
    /* Nothing was read between the two writes. */
    assert(read_to(&x, &y, &x) != 1); /*@stale*/
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
