//@ check: division-by-zero line=@bug thread=2
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 1;

static void *zero(void *arg) {
    atomic_store(&divisor, 0);
    atomic_store(&divisor, 2);
    return arg;
}
static void *divide(void *arg) {
    volatile int x = 10 / atomic_load(&divisor); /*@bug*/
    (void)x;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, zero, NULL);
    pthread_create(&b, NULL, divide, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
