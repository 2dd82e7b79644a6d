//@ check: double-free line=@ends other=@freed
// The destructor is a function of the library: it runs where the thread ends.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *worker(void *arg)
{
    int *own = malloc(sizeof *own);
    pthread_setspecific(key, own);
    free(own); /*@freed*/
    return arg; /*@ends*/
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
