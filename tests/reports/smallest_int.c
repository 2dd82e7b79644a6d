// The smallest integer is a signed number: its type says so.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int best = INT_MAX;

static void *lower(void *arg)
{
    atomic_store(&best, INT_MIN);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, lower, NULL);
    int now = atomic_load(&best);
    pthread_join(t, NULL);
    assert(now == INT_MAX);
    return 0;
}
