//@ check: sync-misuse line=@exit
//@ check --explorer source: sync-misuse line=@exit
//@ check --explorer optimal: sync-misuse line=@exit
//@ check --explorer observers: sync-misuse line=@exit
//@ check --explorer rf: sync-misuse line=@exit
//@ check --explorer rvf: sync-misuse line=@exit
//@ check --explorer vc: sync-misuse line=@exit
//@ check --explorer dc: sync-misuse line=@exit
//@ check --explorer unfolding: sync-misuse line=@exit
//@ check --model rc11: sync-misuse line=@exit
// Two workers that find the same error, and end the program both. main waits for them, and never returns.
#include <pthread.h>
#include <stdlib.h>

static void *fail(void *arg)
{
    (void)arg;
    exit(0); /*@exit*/
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, fail, NULL);
    pthread_create(&b, NULL, fail, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
