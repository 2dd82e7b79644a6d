/* A barrier at which main arrives, too, but is not counted. */
#include <pthread.h>
#include <stdio.h>

#define WORKERS 3
static pthread_barrier_t phase;
static int part[WORKERS], sum;

static void *worker(void *arg)
{
    int *p = arg;
    *p = (int)(p - part) + 1;
    pthread_barrier_wait(&phase);
    return NULL;
}
int main(void)
{
    pthread_t t[WORKERS];
    pthread_barrier_init(&phase, NULL, WORKERS);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, &part[i]);
    pthread_barrier_wait(&phase);
    for (int i = 0; i < WORKERS; i++)
        sum += part[i];
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&phase);
    printf("sum %d\n", sum);
    return sum != 6;
}
