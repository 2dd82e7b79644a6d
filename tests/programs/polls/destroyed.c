//@ check: sync-misuse|use-after-free
// Main destroys the lock as soon as T1 has seen what it polls for once, and does not wait for T1,
// which polls for more.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, seen;

static void *poll(void *arg)
{
    int now;
    do {
        pthread_mutex_lock(&m);
        now = ready;
        if (now)
            seen = 1;
        pthread_mutex_unlock(&m);
    } while (!now);
    do {
        pthread_mutex_lock(&m);
        now = ready;
        pthread_mutex_unlock(&m);
    } while (now < 2);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    int now;
    do {
        pthread_mutex_lock(&m);
        now = seen;
        pthread_mutex_unlock(&m);
    } while (!now);
    pthread_mutex_lock(&m);
    ready = 2;
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    pthread_join(thread, NULL);
    return 0;
}
