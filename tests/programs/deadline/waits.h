// Two threads that wait until something is ready, or for a second. A program says how long that is: `until`.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready, decided;

static int waits(void);

static void *waiter(void *arg) {
    pthread_mutex_lock(&mutex);
    while (!ready && waits() != ETIMEDOUT)
        ;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
