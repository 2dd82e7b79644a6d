// Work stealing: owner pops from the bottom without a check against a thief for the last item.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int top, bottom;
static atomic_int items[4];
static atomic_int done[4];
static void push(int item) {
    int b = atomic_load(&bottom);
    atomic_store(&items[b], item);
    atomic_store(&bottom, b + 1);
}
static int take(void) {
    int b = atomic_load(&bottom) - 1;
    atomic_store(&bottom, b);
    int t = atomic_load(&top);
    if (t > b) { atomic_store(&bottom, b + 1); return -1; }
    int item = atomic_load(&items[b]);
#ifdef FIX
    if (t == b) {
        int won = atomic_compare_exchange_strong(&top, &t, t + 1);
        atomic_store(&bottom, b + 1);
        return won ? item : -1;
    }
#endif
    return item;
}
static int steal(void) {
    int t = atomic_load(&top), b = atomic_load(&bottom);
    if (t >= b) return -1;
    int item = atomic_load(&items[t]);
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : -1;
}
static void run(int item) {
    if (item >= 0) assert(atomic_fetch_add(&done[item], 1) == 0);
}
static void *owner(void *arg) {
    push(0);
    push(1);
    run(take());
    run(take());
    return arg;
}
static void *thief(void *arg) {
    run(steal());
    return arg;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, owner, 0);
    pthread_create(&b, 0, thief, 0);
    pthread_create(&c, 0, thief, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
