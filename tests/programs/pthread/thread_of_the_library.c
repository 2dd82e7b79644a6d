//@ check: abort line=@started
// The thread runs a function of the library.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, (void *(*)(void *))(void *)abort, NULL); /*@started*/
    pthread_join(thread, NULL);
    return 0;
}
