// Two threads move a level that must stay within what an int has.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level = INT_MAX - 1;
static atomic_int alarms;

static void *raise_level(void *arg)
{
    int now = atomic_load(&level);
    int next = now + 1;
    if (next > 0)
        atomic_store(&level, next);
    else
        atomic_fetch_add(&alarms, 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, raise_level, NULL);
    pthread_create(&b, NULL, raise_level, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
