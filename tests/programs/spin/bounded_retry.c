//@ check: safe executions=4 blocked=0
// 1, 0 1, 0 0 1 and 0 0 0 are read: none of the rounds is a wait.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    for (int i = 0; i < 3; i++)
        if (atomic_load(&flag))
            break;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
