//@ check: safe executions=6
// A relaxed read-modify-write in between keeps the release (3! orders of the three steps on the flag).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *first(void *arg) {
    data = 1;
    atomic_fetch_add_explicit(&flag, 1, memory_order_release);
    return arg;
}

static void *second(void *arg) {
    atomic_fetch_add_explicit(&flag, 2, memory_order_relaxed);
    return arg;
}

static void *third(void *arg) {
    if (atomic_fetch_add_explicit(&flag, 0, memory_order_acquire) & 1)
        assert(data == 1);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
