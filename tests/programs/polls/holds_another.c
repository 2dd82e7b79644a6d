//@ check: liveness line=@poll thread=1
// T1 polls while it holds the lock that main needs before it can set `ready`.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poll(void *arg)
{
    int seen;
    pthread_mutex_lock(&outer);
    do {
        pthread_mutex_lock(&m);
        seen = ready; /*@poll*/
        pthread_mutex_unlock(&m);
    } while (!seen);
    pthread_mutex_unlock(&outer);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&outer);
    pthread_join(thread, NULL);
    return 0;
}
