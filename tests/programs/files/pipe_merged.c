//@ check: assertion line=@one
// A read may get both messages at once.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg)
{
    write(ends[1], "a", 1);
    write(ends[1], "b", 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char bytes[8];
    pipe(ends);
    pthread_create(&thread, NULL, writer, NULL);
    assert(read(ends[0], bytes, sizeof bytes) == 1); /*@one*/
    pthread_join(thread, NULL);
    return 0;
}
