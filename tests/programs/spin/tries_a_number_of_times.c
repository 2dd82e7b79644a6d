//@ check: safe
//@ check --max-executions 20: safe graph-only named-only
//@ check --explorer optimal --model sc --max-executions 20: safe
// How often a lock is tried is a parameter, and a setting that is read before: the last try is told from the others, and
// no others are.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int locked;
static int data, setting = 90, slept;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool try(void)
{
    int unlocked = 0;
    return atomic_compare_exchange_strong(&locked, &unlocked, 1);
}

static bool spin(int most)
{
    for (int k = 0; k < most; k++)
        if (try())
            return true;
    return false;
}

static void *thread(void *arg)
{
    int most = setting;
    if (spin(most + 10)) {
        data++;
        atomic_store(&locked, 0);
        return arg;
    }
    pthread_mutex_lock(&mutex);
    slept++;
#ifdef LAST
    assert(slept < 2); /*@last*/
#endif
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
#ifdef LAST
    pthread_create(&c, NULL, thread, NULL);
    pthread_join(c, NULL);
#endif
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    (void)c;
    assert(data + slept >= 2);
}
