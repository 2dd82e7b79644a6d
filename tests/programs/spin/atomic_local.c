//@ check: safe executions=1
//@ check --model rc11: safe executions=1
// A round writes a variable that is atomic, and nobody else's.
#include <pthread.h>
#include <stdatomic.h>

typedef _Atomic unsigned number;
static number sequence;

static void *setter(void *arg)
{
    atomic_store(&sequence, 1);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, setter, NULL);
    number seen;
    while ((seen = atomic_load_explicit(&sequence, memory_order_acquire)) == 0)
        ;
    pthread_join(a, NULL);
    return seen - 1;
}
