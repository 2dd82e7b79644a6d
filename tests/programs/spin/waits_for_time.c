//@ check: deadlock
//@ check --model rc11: deadlock
//@ check --explorer prefix --model sc: deadlock
// Threads that sleep until the clock says that it is enough: what comes behind that is looked at.
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static long now(void)
{
    struct timeval time;
    gettimeofday(&time, NULL);
    return time.tv_sec * 1000 + time.tv_usec / 1000;
}

static void wait(long milliseconds)
{
    long start = now();
    while (now() - start < milliseconds)
        usleep(100);
}

static void *one(void *arg)
{
    wait(10);
    pthread_mutex_lock(&a);
    wait(10);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *other(void *arg)
{
    wait(10);
    pthread_mutex_lock(&b);
    wait(10000000);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
