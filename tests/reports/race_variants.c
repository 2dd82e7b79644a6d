//! --keep-going
// Two readers and two writers of one variable: the same race in several threads.
#include <pthread.h>

static int level;

static void *reader(void *arg)
{
    static _Thread_local int seen;
    seen = level;
    return arg;
}

static void *writer(void *arg)
{
    level = 3;
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? reader : writer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
