//@ check: safe executions=1
// Each access to memory is locked against atomic sections, and the wait is one all the same.
#include "spin.h"

static atomic_int flag;
static int both;

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *body(void *arg)
{
    while (!atomic_load(&flag))
        ;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    __VERIFIER_atomic_begin();
    both = 1;
    atomic_store(&flag, 1);
    __VERIFIER_atomic_end();
    pthread_join(other, NULL);
    return 0;
}
