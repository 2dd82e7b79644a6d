//@ check: data-race line=@reads|@writes
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

static char text[2];
static int ends[2];

static void *sends(void *arg)
{
    struct iovec piece = {text, 2};
    writev(ends[1], &piece, 1); /*@reads*/
    return arg;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, sends, NULL);
    text[1] = 'x'; /*@writes*/
    pthread_join(thread, NULL);
    return 0;
}
