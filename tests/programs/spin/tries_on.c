//@ check: assertion line=@seen
// Who has succeeded tries on: it matters how often. The last try of three may succeed after one in vain, and after two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, rounds;

static int take(void)
{
    int set = 1;
    atomic_compare_exchange_strong(&flag, &set, 0);
    return set == 2;
}

static void *thread(void *arg)
{
    for (int k = 0; k < 3; k++)
        if (take())
            return arg;
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, thread, NULL);
    atomic_store(&flag, 1);
    atomic_store(&rounds, atomic_load(&flag) == 0);
    atomic_store(&flag, 1);
    int again = atomic_load(&flag) == 0;
    pthread_join(a, NULL);
    assert(!(rounds && again)); /*@seen*/
}
