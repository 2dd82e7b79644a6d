/* A ticket lock: who releases it serves the wrong slot, since `&` is not `%`. */
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2

struct ticket_lock {
    atomic_uint next;
    atomic_uint serving[SLOTS];
};

static struct ticket_lock lock = {.serving = {1, 0}};
static int counter;

static unsigned acquire(struct ticket_lock *l)
{
    unsigned mine = atomic_fetch_add(&l->next, 1);
    while (!atomic_load(&l->serving[mine % SLOTS]))
        ;
    return mine;
}

static void release(struct ticket_lock *l, unsigned mine)
{
    atomic_store(&l->serving[mine % SLOTS], 0);
#ifdef FIX
    atomic_store(&l->serving[(mine + 1) % SLOTS], 1);
#else
    atomic_store(&l->serving[(mine + 1) & SLOTS], 1);
#endif
}

static void *worker(void *arg)
{
    unsigned mine = acquire(&lock);
    counter++;
    release(&lock, mine);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
