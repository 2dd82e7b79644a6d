//@ check: deadlock line=@select thread=1
// The descriptor that a thread waits for in select stands for another pipe meanwhile, which has bytes.
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int one[2], other[2];

static void *waiter(void *arg)
{
    fd_set reads;
    FD_ZERO(&reads);
    FD_SET(one[0], &reads);
    select(one[0] + 1, &reads, NULL, NULL, NULL); /*@select*/
    return arg;
}

int main(void)
{
    pthread_t thread;
    pipe(one);
    pipe(other);
    write(other[1], "a", 1);
    pthread_create(&thread, NULL, waiter, NULL);
    dup2(other[0], one[0]);
    pthread_join(thread, NULL);
    return 0;
}
