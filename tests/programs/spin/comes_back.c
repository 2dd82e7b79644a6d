//@ check --stub way=0 --stub in_a_thread=0: liveness named-only
//@ check --stub way=1 --stub in_a_thread=0: liveness named-only
//@ check --stub way=2 --stub in_a_thread=0: liveness named-only
//@ check --stub way=3 --stub in_a_thread=0: liveness named-only
//@ check --stub way=4 --stub in_a_thread=0: liveness named-only
//@ check --stub way=5 --stub in_a_thread=0: liveness named-only
//@ check --stub way=6 --stub in_a_thread=0: liveness named-only
//@ check --stub way=0 --stub in_a_thread=1: liveness named-only
//@ check --stub way=1 --stub in_a_thread=1: liveness named-only
//@ check --stub way=2 --stub in_a_thread=1: liveness named-only
//@ check --stub way=3 --stub in_a_thread=1: liveness named-only
//@ check --stub way=4 --stub in_a_thread=1: liveness named-only
//@ check --stub way=5 --stub in_a_thread=1: liveness named-only
//@ check --stub way=6 --stub in_a_thread=1: liveness named-only
//@ check --stub way=5 --stub in_a_thread=1 --model rc11: liveness named-only
// Loops that come back to a state in which they were only after several rounds, before the first visible operation and after it.
#include "spin.h"

static unsigned table[5] = {3, 4, 0, 1, 2};
static volatile int same;

static int step(int n)
{
    int sum = 0;
    for (int i = 0; i < n % 4; i++)
        sum += i;
    return sum;
}

int way(void), in_a_thread(void);

static void *body(void *arg)
{
    unsigned n = 1;
    unsigned char bits[4] = {0};
    switch (way()) {
    case 0: /* Two states. */
        for (int on = 0;; on = !on)
            ;
    case 1: /* What is counted does not matter. */
        for (;;)
            n++;
    case 2: /* Numbers of a sequence that comes back, after some 64,000 rounds or fewer. */
        do
            n = (n * 25173 + 13849) % 65536;
        while (n < 65536);
        break;
    case 3: /* Private memory. */
        while (bits[0] < 2)
            bits[n = (n + 1) % 4] ^= 1;
        break;
    case 4: /* A loop in a function that is called from a loop. */
        while (n < 5)
            n = (n + 1) % 4 + step((int)n) * 0;
        break;
    case 5: /* It reads memory. */
        while (n < 5)
            n = table[n];
        break;
    default: /* It writes what is there. */
        for (;; n ^= 1)
            same = 0;
    }
    return arg;
}

int main(void)
{
    if (!in_a_thread())
        body(NULL);
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_join(other, NULL);
    return 0;
}
