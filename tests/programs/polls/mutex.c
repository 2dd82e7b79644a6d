//@ check: safe executions=1 blocked=1
//@ check --unroll 2: safe
//@ check --races explore: safe graph-only
//@ check --model rc11: safe
// The section of T1 comes before main's (it reads 0, and polls on: that is one wait that others
// end), or after it. No other execution matters, however often T1 polls.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poll(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        int seen = ready;
        pthread_mutex_unlock(&m);
        if (seen)
            return arg;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
