//@ check --model rc11: data-race line=@read other=@write
//@ check --model pso: data-race line=@read other=@write
//@ check --model sc: data-race line=@read other=@write
// A fence makes known what the atomic reads before it have read. To ask for the value of a semaphore is none: that the post was seen does not
// order what comes after the fence with what comes before the post.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t s;
static int data;

static void *asks(void *arg)
{
    int value;
    sem_getvalue(&s, &value);
    if (value == 0)
        return arg;
    atomic_thread_fence(memory_order_acquire);
    return data == 7 ? arg : NULL; /*@read*/
}

static void *posts(void *arg)
{
    data = 1; /*@write*/
    sem_post(&s);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, asks, NULL);
    pthread_create(&b, NULL, posts, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
