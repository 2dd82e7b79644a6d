//@ check --model rc11: safe executions=1
//@ check --model tso: safe executions=1
#include <pthread.h>
#include <stddef.h>

static void *body(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
