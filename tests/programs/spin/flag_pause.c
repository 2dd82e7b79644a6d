//@ check: safe executions=1
// The processor's hint in a loop that waits, as the intrinsic and as assembly.
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *worker(void *arg) {
    while (!atomic_load(&flag))
        __builtin_ia32_pause();
    while (!atomic_load(&flag))
        _mm_pause();
    while (!atomic_load(&flag))
        __asm__ volatile("pause" ::: "memory");
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&flag, 1);
    pthread_join(t, NULL);
    return 0;
}
