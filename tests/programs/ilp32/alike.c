//@ cflags: -m32
//@ check: safe executions=6 representatives=1
// Threads that start alike count as one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    sum++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(sum == 3);
    return 0;
}
