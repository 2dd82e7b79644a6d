//@ check: assertion line=@seen
// Each round has an object of its own, but also counts: the third round is another than the second.
#include "spin.h"
#include <stdlib.h>

static atomic_int flag;

static void *body(void *arg)
{
    static int rounds;
    for (;;) {
        int *seen = malloc(sizeof *seen);
        *seen = atomic_load(&flag);
        rounds += !*seen && rounds < 3;
        int done = *seen;
        free(seen);
        if (done)
            break;
    }
    assert(rounds < 3); /*@seen*/
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
