//@ check: safe
//@ check --explorer optimal --model sc: safe
// A mutex that tries a hundred times, counting down, before it goes to sleep. Its last number is told from the others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef MOST_SLEEPS
#define MOST_SLEEPS 1
#endif

static atomic_int locked;
static int data, slept;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;

static bool try(void)
{
    int unlocked = 0;
    return atomic_compare_exchange_strong(&locked, &unlocked, 1);
}

static void lock(void)
{
    int left;
    for (left = 100; left > 0; left--)
        if (try())
            break;
    if (left > 0)
        return;
    pthread_mutex_lock(&mutex);
    slept++;
    while (!try())
        pthread_cond_wait(&freed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void unlock(void)
{
    atomic_store(&locked, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_broadcast(&freed);
    pthread_mutex_unlock(&mutex);
}

static void *thread(void *arg)
{
    lock();
    data++;
    unlock();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(data == 2 && slept <= MOST_SLEEPS);
}
