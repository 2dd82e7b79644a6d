//@ check: liveness line=@wait message="T1 body waits for `flag` to change from 0"
// One waits for the flag and holds the mutex, the other waits for the mutex and would then set the flag.
#include "spin.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *body(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!atomic_load(&flag)) /*@wait*/
        ;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_mutex_lock(&mutex);
    atomic_store(&flag, 1);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, NULL);
    return 0;
}
