// N threads write distinct values to x, another one reads it: (n+1)! orders, n+1 reads-from classes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static atomic_int x;

static void *writer(void *arg) {
    atomic_store(&x, (int)(intptr_t)arg);
    return arg;
}

static void *reader(void *arg) {
    (void)atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    for (intptr_t n = 1; n <= N; n++)
        pthread_create(&thread, 0, writer, (void *)n);
    return 0;
}
