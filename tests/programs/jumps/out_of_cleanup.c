//@ check: sync-misuse line=@here message="out of a cleanup handler"
// POSIX (longjmp): undefined from inside a cleanup handler, unless the buffer was filled there, too. The first jump is such a
// one.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf outer;

static void handler(void *arg)
{
    jmp_buf inner;
    (void)arg;
    if (setjmp(inner) == 0)
        longjmp(inner, 1);
    longjmp(outer, 1); /*@here*/
}

static void *worker(void *arg)
{
    if (setjmp(outer))
        return NULL;
    pthread_cleanup_push(handler, NULL);
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
