/* A semaphore as a mutex, with the wrong count. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t s;
static atomic_int inside, tickets = 2;
static int sold[4];
static void *seller(void *arg)
{
    sem_wait(&s);
    assert(atomic_fetch_add(&inside, 1) == 0);
    int t = atomic_load(&tickets);
    if (t > 0) {
        atomic_store(&tickets, t - 1);
        sold[*(int *)arg] = t;
    }
    atomic_fetch_sub(&inside, 1);
    sem_post(&s);
    return 0;
}
int main(void)
{
    pthread_t t[3];
    int id[3] = { 0, 1, 2 };
    sem_init(&s, 0, 2);
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, seller, &id[i]);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(sold[0] + sold[1] + sold[2] == 3);
    return 0;
}
