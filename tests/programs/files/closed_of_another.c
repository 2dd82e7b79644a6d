//@ check: assertion line=@write
// A thread closes its descriptor twice; in between another one may have been given the same number.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *twice(void *file)
{
    close(*(int *)file);
    close(*(int *)file);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int first = open("/tmp/first", O_WRONLY | O_CREAT, 0600);
    pthread_create(&thread, NULL, twice, &first);
    int second = open("/tmp/second", O_WRONLY | O_CREAT, 0600);
    assert(write(second, "x", 1) == 1); /*@write*/
    pthread_join(thread, NULL);
    return 0;
}
