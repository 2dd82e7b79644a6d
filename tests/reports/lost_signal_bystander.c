// The flag is set and signalled without the mutex. A third thread works on its own, and is not shown.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready_cond = PTHREAD_COND_INITIALIZER;
static atomic_bool ready;
static int message;

static void *sender(void *arg) {
    message = 99;
    atomic_store(&ready, 1);
    pthread_cond_signal(&ready_cond);
    return arg;
}

static void *receiver(void *arg) {
    pthread_mutex_lock(&m);
    while (!atomic_load(&ready))
        pthread_cond_wait(&ready_cond, &m);
    pthread_mutex_unlock(&m);
    printf("got %d\n", message);
    return arg;
}

static void *adder(void *arg) {
    int *n = arg;
    for (int i = 0; i < 5; i++)
        *n += i;
    return NULL;
}

int main(void) {
    int n = 0;
    pthread_t s, r, a;
    pthread_create(&a, NULL, adder, &n);
    pthread_create(&r, NULL, receiver, NULL);
    pthread_create(&s, NULL, sender, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    pthread_join(a, NULL);
    return n == 10 ? 0 : 1;
}
