/* pthread_once whose initialiser joins a thread that calls the same once. */
#include <pthread.h>
#include <stdio.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int level;
static void *probe(void *arg);
static void init(void)
{
    pthread_t t;
    pthread_create(&t, NULL, probe, NULL);
    pthread_join(t, NULL);
    level = 1;
}
static int get_level(void)
{
    pthread_once(&once, init);
    return level;
}
static void *probe(void *arg)
{
    printf("%d\n", get_level());
    return arg;
}
int main(void)
{
    return get_level() - 1;
}
