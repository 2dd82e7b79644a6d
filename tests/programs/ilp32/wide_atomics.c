//@ cflags: -m32
//@ check: safe
// Atomic numbers of 64 bits, and atomic pointers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic long long sum = 0xffffffff;
static long long plain;
struct node {
    struct node *next;
};
static _Atomic(struct node *) top;
static struct node nodes[2];

static void *work(void *arg)
{
    struct node *mine = arg;
    atomic_fetch_add(&sum, 1);
    __atomic_fetch_add(&plain, 1LL << 32, __ATOMIC_SEQ_CST);
    mine->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &mine->next, mine))
        ;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &nodes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum == 0x100000001LL && plain == 2LL << 32);
    struct node *first = atomic_exchange(&top, NULL);
    assert(first && first->next && !first->next->next && first != first->next);
    return 0;
}
