/* A flag that is set without the mutex: the signal comes between the test and the wait. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdbool.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_bool done;
static void *finisher(void *arg)
{
    atomic_store(&done, true);
    pthread_cond_signal(&c);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, finisher, NULL);
    pthread_mutex_lock(&m);
    while (!atomic_load(&done))
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    puts("done");
    return 0;
}
