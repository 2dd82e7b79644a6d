//@ check: liveness
// The pause is left by comparing what is counted in it, but only in the first two rounds: then it
// is never left. (A counter of 8 bits, so that the state comes again soon.)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *body(void *unused)
{
    int tries = 0;
    while (!flag) {
        tries++;
        for (unsigned _BitInt(8) i = 0, end = 2;; i++)
            if (tries < 3 && i >= end)
                break;
    }
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    flag = 1;
    pthread_join(other, NULL);
    return 0;
}
