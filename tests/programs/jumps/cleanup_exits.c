//@ check: sync-misuse line=@bug thread=1 message="in a cleanup handler"
// POSIX leaves pthread_exit undefined in a handler that pthread_exit runs; glibc runs the handler for ever.
#include <pthread.h>

static void handler(void *arg)
{
    pthread_exit(arg); /*@bug*/
}

static void *worker(void *arg)
{
    pthread_cleanup_push(handler, arg);
    pthread_exit(arg);
    pthread_cleanup_pop(0);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
