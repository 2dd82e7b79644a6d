//@ check: sync-misuse line=@bug thread=1 message="that another thread has filled"
// The join of nothing but the start orders the buffer before the jump, so there is no race; but main's frame is not the thread's.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf mark;

static void *worker(void *arg)
{
    longjmp(mark, 1); /*@bug*/
    return arg;
}

int main(void)
{
    pthread_t t;
    if (setjmp(mark) == 0) {
        pthread_create(&t, 0, worker, 0);
        pthread_join(t, 0);
    }
    return 0;
}
