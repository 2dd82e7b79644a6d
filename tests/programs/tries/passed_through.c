//@ check: safe
//@ check --model tso: safe
//@ check --model pso: safe
//@ check --model ra: safe
//@ check --model rc11: safe
//@ check --explorer source: safe
//@ check --explorer optimal: safe
//@ check --explorer observers: safe
//@ check --explorer rf: safe
//@ check --explorer rvf: safe
//@ check --explorer unfolding --races report: safe
// A try that fails between a lock and its unlock, and a look at a semaphore between a post and the wait that it ends, change nothing of what these
// order: `a` is accessed by those who hold `m`, the others who try it do not; `b` by the poster before, and by the waiter after.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int a, b;

static void *locks(void *arg)
{
    pthread_mutex_lock(&m);
    a++;
    pthread_mutex_unlock(&m);
    b = 1;
    sem_post(&s);
    return arg;
}

static void *looks(void *arg)
{
    int value;
    if (pthread_mutex_trylock(&m) == 0) {
        a++;
        pthread_mutex_unlock(&m);
    }
    sem_getvalue(&s, &value);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    sem_init(&s, 0, 0);
    pthread_create(&t[0], NULL, locks, NULL);
    pthread_create(&t[1], NULL, looks, NULL);
    sem_wait(&s);
    assert(b == 1);
    pthread_mutex_lock(&m);
    assert(a == 1 || a == 2);
    pthread_mutex_unlock(&m);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
