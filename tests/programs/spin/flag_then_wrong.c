//@ check: assertion line=@wrong
// After the wait the thread goes on, and what it then does wrong is found.
#include "spin.h"

static atomic_int flag;
static atomic_int data;

static void *body(void *arg)
{
    while (!atomic_load(&flag))
        ;
    assert(atomic_load(&data) == 1); /*@wrong*/
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    atomic_store(&data, 1);
    pthread_join(other, NULL);
    return 0;
}
