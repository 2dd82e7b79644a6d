//@ check: safe executions=1
// Each thread has its own, initialised anew.
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter = 5;
static __thread int zero;
static _Thread_local int *self;

static void *worker(void *arg) {
    assert(counter == 5 && zero == 0);
    counter += *(int *)arg;
    self = &counter;
    zero++;
    assert(*self == 5 + *(int *)arg && zero == 1);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int by[2] = {1, 2};
    counter = 100;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &by[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter == 100 && zero == 0);
    return 0;
}
