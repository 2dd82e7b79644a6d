//@ check: safe
// The two blocks have different stripes here. malloc may put them elsewhere, with the same one: a deadlock. That the
// program computes with the numbers of addresses is said.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t stripes[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static pthread_mutex_t *stripe_of(void *block) { return &stripes[((uintptr_t)block >> 4) % 3]; }

int main(void)
{
    char *from = malloc(32), *to = malloc(32);
    pthread_mutex_lock(stripe_of(from));
    pthread_mutex_lock(stripe_of(to));
    pthread_mutex_unlock(stripe_of(to));
    pthread_mutex_unlock(stripe_of(from));
    free(from);
    free(to);
    return 0;
}
