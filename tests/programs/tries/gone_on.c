//@ check: data-race line=@read other=@write
//@ check --model sc: data-race line=@read other=@write
//@ check --model tso: data-race line=@read other=@write
//@ check --model ra: data-race line=@read other=@write
//@ check --model rc11: data-race line=@read other=@write
//@ check --explorer source: data-race line=@read other=@write
//@ check --explorer optimal: data-race line=@read other=@write
//@ check --explorer rf: data-race line=@read other=@write
//@ check --explorer rvf: data-race line=@read other=@write
//@ check --explorer vc: data-race line=@read other=@write
//@ check --explorer dc: data-race line=@read other=@write
// The only access that races with the write is in a round of the wait that was in vain. The write comes after the wait has ended: the writer has seen
// that the waiter holds `second`, which it takes after that. Since the writer's try fails, this orders nothing.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *waits(void *arg)
{
    int seen;
    while (pthread_mutex_trylock(&first))
        seen = data; /*@read*/
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    (void)seen;
    return arg;
}

static void *writes(void *arg)
{
    if (pthread_mutex_trylock(&second))
        data = 1; /*@write*/
    else
        pthread_mutex_unlock(&second);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutex_lock(&first);
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, writes, NULL);
    pthread_mutex_unlock(&first);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
