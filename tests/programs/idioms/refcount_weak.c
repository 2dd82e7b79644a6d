//@ check --stub early=0: safe
//@ check --stub early=1: use-after-free
// Strong and weak references: a weak one is upgraded by a compare-and-swap that never revives the dead.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int early(void);
struct object {
    atomic_int strong, weak;
    int *payload;
};
static int careless;

static void release_weak(struct object *o) {
    if (atomic_fetch_sub(&o->weak, 1) == 1)
        free(o);
}

static void release(struct object *o) {
    if (atomic_fetch_sub(&o->strong, 1) == 1) {
        free(o->payload);
        if (careless)
            free(o);
        else
            release_weak(o);
    }
}

static int upgrade(struct object *o) {
    int n = o->strong;
    while (n > 0)
        if (atomic_compare_exchange_strong(&o->strong, &n, n + 1))
            return 1;
    return 0;
}

static void *use_weak(void *arg) {
    struct object *o = arg;
    if (upgrade(o)) {
        assert(*o->payload == 5);
        release(o);
    }
    if (!careless)
        release_weak(o);
    return NULL;
}

int main(void) {
    careless = early();
    struct object *o = malloc(sizeof *o);
    atomic_init(&o->strong, 1);
    atomic_init(&o->weak, 2);
    o->payload = malloc(sizeof(int));
    *o->payload = 5;
    pthread_t t;
    pthread_create(&t, NULL, use_weak, o);
    release(o);
    pthread_join(t, NULL);
    return 0;
}
