//! --keep-going
// To decrement and to test are two operations, so that two threads may free. What the first one
// frees besides is no part of the double free: the second one still reads there.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int refs;
    int *payload;
};

static void put(struct object *object) {
    atomic_fetch_sub(&object->refs, 1);
    if (atomic_load(&object->refs) == 0) {
        free(object->payload);
        free(object);
    }
}

static void *user(void *arg) {
    put(arg);
    return NULL;
}

int main(void) {
    struct object *object = malloc(sizeof *object);
    object->payload = malloc(sizeof(int));
    atomic_init(&object->refs, 3);
    pthread_t a, b;
    pthread_create(&a, NULL, user, object);
    pthread_create(&b, NULL, user, object);
    put(object);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
