// Hazard pointers: the reader does not check again after publishing its hazard.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; };
static _Atomic(struct node *) shared;
static _Atomic(struct node *) hazard[2];
static int read_value(int me) {
    struct node *n = atomic_load(&shared);
    atomic_store(&hazard[me], n);
    int v = n->value;
    atomic_store(&hazard[me], NULL);
    return v;
}
static void replace(int value) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = value;
    struct node *old = atomic_exchange(&shared, fresh);
    for (int i = 0; i < 2; i++)
        if (atomic_load(&hazard[i]) == old) return;
    free(old);
}
static void *reader(void *arg) { *(int *)arg = read_value(0); return NULL; }
static void *writer(void *arg) { replace(2); return arg; }
int main(void) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    atomic_store(&shared, n);
    int got;
    pthread_t r, w;
    pthread_create(&r, NULL, reader, &got);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return got == 1 || got == 2 ? 0 : 1;
}
