//@ cflags: -Wno-atomic-alignment
//@ check: data-race line=@plain|@atomic
// A plain access to the second word races with an atomic write of both.
#include <pthread.h>
#include <stdatomic.h>

static struct pair { long a, b; } shared __attribute__((aligned(16)));

static void *writer(void *arg)
{
    struct pair next = { 1, 1 };
    __atomic_store(&shared, &next, __ATOMIC_SEQ_CST); /*@atomic*/
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    long seen = shared.b; /*@plain*/
    pthread_join(t, 0);
    return seen > 1;
}
