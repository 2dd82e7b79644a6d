/* Who unlocks twice takes the lock from another: under sequential consistency, too. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int taken;
static int a;
static void lock(void) {
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(&taken, &expected, 1, memory_order_acquire, memory_order_relaxed))
        expected = 0;
}
static void unlock(void) {
    atomic_store_explicit(&taken, 0, memory_order_release);
}
static void *twice(void *arg) {
    lock();
    a++;
    unlock();
    unlock();
    return arg;
}
static void *once(void *arg) {
    lock();
    a++;
    unlock();
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, once, 0);
    pthread_create(&t[1], 0, once, 0);
    pthread_create(&t[2], 0, twice, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
