//@ check: deadlock line=@poll thread=1 message="descriptor 3 to be ready"
// Who waits for what a descriptor stands for goes on waiting when another thread closes that: on Linux nothing tells it.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *waiter(void *arg)
{
    struct pollfd one = {.fd = ends[0], .events = POLLIN};
    poll(&one, 1, 0);
    if (one.revents == POLLNVAL)
        return arg;
    poll(&one, 1, -1); /*@poll*/
    return arg;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, waiter, NULL);
    close(ends[0]);
    pthread_join(thread, NULL);
    return 0;
}
