// Publication through two hops with relaxed loads.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
struct packet { atomic_int length; atomic_int crc; };
static struct packet packet;
static atomic_bool filled, forwarded;
static void *source(void *a) {
    atomic_store_explicit(&packet.length, 64, memory_order_relaxed);
    atomic_store_explicit(&packet.crc, 7, memory_order_relaxed);
    atomic_store_explicit(&filled, 1, memory_order_release);
    return a;
}
static void *hop(void *a) {
    if (atomic_load_explicit(&filled, memory_order_relaxed))
        atomic_store_explicit(&forwarded, 1, memory_order_release);
    return a;
}
static void *sink(void *a) {
    if (atomic_load_explicit(&forwarded, memory_order_acquire)) {
        int n = atomic_load_explicit(&packet.length, memory_order_relaxed);
        assert(n == 64);
    }
    return a;
}
int main(void) {
    pthread_t s, h, k;
    pthread_create(&s, NULL, source, NULL);
    pthread_create(&h, NULL, hop, NULL);
    pthread_create(&k, NULL, sink, NULL);
    pthread_join(s, NULL);
    pthread_join(h, NULL);
    pthread_join(k, NULL);
    return 0;
}
