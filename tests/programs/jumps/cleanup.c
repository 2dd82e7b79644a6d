//@ check: safe executions=1
// Without -fexceptions, pthread_cleanup_push is made of sigsetjmp. pthread_exit runs the handlers, the innermost first, also those of calling
// functions; pthread_cleanup_pop(1) runs its own, pthread_cleanup_pop(0) none.
#include <assert.h>
#include <pthread.h>

static int order[4], count;

static void note(void *arg)
{
    order[count++] = *(int *)arg;
}

static int one = 1, two = 2, three = 3, four = 4;

static void inner(void)
{
    pthread_cleanup_push(note, &three);
    pthread_cleanup_push(note, &four);
    pthread_cleanup_pop(0);
    pthread_exit(&two);
    pthread_cleanup_pop(0);
}

static void *worker(void *arg)
{
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &four);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(note, &two);
    inner();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void)
{
    pthread_t t;
    void *value;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &value);
    assert(value == &two);
    assert(count == 4 && order[0] == 4 && order[1] == 3 && order[2] == 2 && order[3] == 1);
    return 0;
}
