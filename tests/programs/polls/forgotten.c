//@ check: data-race line=@write|@poll other=@poll|@write
// Main forgets the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poll(void *arg)
{
    int seen;
    do {
        pthread_mutex_lock(&m);
        seen = ready; /*@poll*/
        pthread_mutex_unlock(&m);
    } while (!seen);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    ready = 1; /*@write*/
    pthread_join(thread, NULL);
    return 0;
}
