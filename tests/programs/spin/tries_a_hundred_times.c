//@ check: safe
//@ check --model rc11: safe
//@ check --explorer source --model sc: safe
//@ check --explorer optimal --model sc: safe
//@ check --explorer unfolding --model sc: safe
//@ check --explorer prefix --model sc: safe
//@ check --explorer states --model sc: safe
// Each thread looks a hundred times whether it is its turn, then yields. Nobody can tell how often it has looked in
// vain.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int turn;
static int data;

static void *thread(void *number)
{
    int me = (int)(long)number;
    for (;;) {
        for (int k = 0; k < 100; k++)
            if (atomic_load(&turn) == me)
                goto in;
        sched_yield();
    }
in:
    data++;
    atomic_store(&turn, me + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, thread, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
