//@ check: out-of-bounds line=@bug
//@ check --races explore: out-of-bounds line=@bug
//@ check --explorer optimal: out-of-bounds line=@bug
//@ check --explorer source: out-of-bounds line=@bug
//@ check --races explore --explorer optimal: out-of-bounds line=@bug
//@ check --races explore --explorer source: out-of-bounds line=@bug
// What is allocated may be smaller, at the same address. Who is told of it does the same whether or not it is, except that it is an error.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int large;
static _Atomic(int *) published;

static void *make(void *arg)
{
    int *numbers = malloc(atomic_load(&large) ? 16 : 4);
    if (numbers) {
        numbers[0] = 7;
        atomic_store(&published, numbers);
    }
    return arg;
}

static void *use(void *arg)
{
    int *numbers = atomic_load(&published);
    if (numbers)
        numbers[2] = 1; /*@bug*/
    return arg;
}

int main(void)
{
    pthread_t maker, user;
    pthread_create(&maker, NULL, make, NULL);
    pthread_create(&user, NULL, use, NULL);
    atomic_store(&large, 1);
    pthread_join(maker, NULL);
    pthread_join(user, NULL);
    free(atomic_load(&published));
    return 0;
}
