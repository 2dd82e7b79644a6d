//@ check --explorer graph --unroll 2: deadlock
//@ check --explorer source --unroll 2: deadlock
//@ check --explorer optimal --unroll 2: deadlock
//@ check --explorer naive --unroll 2: deadlock
// Two locks in opposite orders: nobody ends that, whatever a third thread does that --unroll stops.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint served;

static void *first(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

static void *serve(void *arg) {
    for (;;)
        served++;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_create(&t[2], NULL, serve, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
