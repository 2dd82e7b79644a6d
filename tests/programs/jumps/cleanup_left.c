//@ check: sync-misuse line=@bug thread=1 message="between `pthread_cleanup_push` and `pthread_cleanup_pop`"
// A return between push and pop leaves a handler of a function that is gone.
#include <pthread.h>

static void nothing(void *arg)
{
    (void)arg;
}

static int early(int leaves)
{
    pthread_cleanup_push(nothing, 0);
    if (leaves)
        return 1;
    pthread_cleanup_pop(0);
    return 0;
}

static void *worker(void *arg)
{
    early(1);
    pthread_exit(arg); /*@bug*/
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
