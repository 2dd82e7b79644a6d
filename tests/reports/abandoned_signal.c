//! --abandoned fault
/* main ends while a worker waits for a signal that was sent too early. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *saver(void *a)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    puts("saved");
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, saver, NULL);
    pthread_cond_signal(&c);
    return 0;
}
