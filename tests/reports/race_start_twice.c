/* Both callers have seen that the worker was not started. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool started;
static pthread_t worker;
static atomic_int work;

static void *run(void *arg)
{
    atomic_fetch_add(&work, 1);
    return NULL;
}

static void ensure_started(void)
{
#ifdef FIX
    if (!atomic_exchange(&started, true))
        pthread_create(&worker, NULL, run, NULL);
#else
    if (!atomic_load(&started)) {
        pthread_create(&worker, NULL, run, NULL);
        atomic_store(&started, true);
    }
#endif
}

static void *caller(void *arg)
{
    ensure_started();
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, caller, NULL);
    pthread_create(&b, NULL, caller, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(worker, NULL);
    return 0;
}
