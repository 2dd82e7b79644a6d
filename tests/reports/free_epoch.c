// Readers announce themselves; the writer waits for zero readers, then frees. Both sides relaxed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct list { int n; int values[3]; };
static _Atomic(struct list *) current;
static atomic_int readers;

static void *reader(void *arg) {
    int *sum = arg;
    atomic_fetch_add_explicit(&readers, 1, memory_order_relaxed);
    struct list *l = atomic_load_explicit(&current, memory_order_acquire);
    for (int i = 0; i < l->n; i++) *sum += l->values[i];
    atomic_fetch_sub_explicit(&readers, 1, memory_order_release);
    return NULL;
}
static void *writer(void *arg) {
    (void)arg;
    struct list *fresh = malloc(sizeof *fresh), *old;
    *fresh = (struct list){ 1, { 7 } };
    old = atomic_exchange_explicit(&current, fresh, memory_order_acq_rel);
    if (atomic_load_explicit(&readers, memory_order_acquire) == 0)
        free(old);
    return NULL;
}
int main(void) {
    struct list *l = calloc(1, sizeof *l);
    l->n = 2;
    atomic_store(&current, l);
    int sum = 0;
    pthread_t r, w;
    pthread_create(&r, NULL, reader, &sum);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
