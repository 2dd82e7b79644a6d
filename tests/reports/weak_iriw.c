#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y; static int seen[4];
static void *wx(void *a) { atomic_store_explicit(&x, 1, memory_order_release); return a; }
static void *wy(void *a) { atomic_store_explicit(&y, 1, memory_order_release); return a; }
static void *rxy(void *a) { seen[0] = atomic_load_explicit(&x, memory_order_acquire); seen[1] = atomic_load_explicit(&y, memory_order_acquire); return a; }
static void *ryx(void *a) { seen[2] = atomic_load_explicit(&y, memory_order_acquire); seen[3] = atomic_load_explicit(&x, memory_order_acquire); return a; }
int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, wx, 0); pthread_create(&t[1], 0, wy, 0); pthread_create(&t[2], 0, rxy, 0); pthread_create(&t[3], 0, ryx, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    assert(!(seen[0] == 1 && seen[1] == 0 && seen[2] == 1 && seen[3] == 0));
    return 0;
}
