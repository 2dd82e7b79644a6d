//@ check --races explore: safe executions=1
//@ check: data-race
#include "spin.h"

static volatile int flag;

static void *body(void *arg)
{
    while (!flag)
        ;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    flag = 1;
    pthread_join(other, NULL);
    return 0;
}
