//@ check --model rc11: use-after-free
//@ check --model pso: use-after-free
//@ check --model sc: safe
// As relaxed_round_freed.c: what the round does is to try, in vain, a mutex that is freed later.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int x, w;
static pthread_mutex_t *lock;

static void *reader(void *arg)
{
    while (!atomic_load_explicit(&x, memory_order_relaxed)) {
        if (pthread_mutex_trylock(lock) == 0)
            abort(); // Main keeps it until the wait is over.
    }
    atomic_store_explicit(&w, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a;
    lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, NULL);
    pthread_mutex_lock(lock);
    pthread_create(&a, NULL, reader, NULL);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    if (atomic_load_explicit(&w, memory_order_relaxed)) {
        pthread_mutex_unlock(lock);
        free(lock);
    }
    pthread_join(a, NULL);
    return 0;
}
