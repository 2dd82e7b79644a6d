//@ check: data-race
//@ check --keep-going: data-race
//@ check --model rc11: data-race
// Which of the three writes to g is found out is a matter of the order in which events are performed; a replay may have another.
#include <pthread.h>
#include <stdatomic.h>

static int g;
static atomic_int x;

static void *first(void *arg)
{
    g = 1;
    atomic_store(&x, 1);
    g = 2;
    return arg;
}

static void *second(void *arg)
{
    if (atomic_load(&x) == 0)
        g = 3;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
