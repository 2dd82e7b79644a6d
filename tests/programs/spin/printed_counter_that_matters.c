//@ check: assertion line=@long
// What printf returns tells how long the number is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag;

static void *setter(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, setter, NULL);
    int tries = 0;
    while (tries < 11 && !atomic_load(&flag))
        tries++;
    assert(printf("%d", tries) == 1); /*@long*/
    pthread_join(a, NULL);
}
