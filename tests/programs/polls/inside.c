//@ check: safe
//@ check --model rc11: safe
// The loop begins and ends inside of the section, as with a condition variable.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void *poll(void *arg)
{
    pthread_mutex_lock(&m);
    while (!ready) {
        pthread_mutex_unlock(&m);
        usleep(1000);
        pthread_mutex_lock(&m);
    }
    assert(data == 1);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    pthread_mutex_lock(&m);
    data = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
