//@ check: safe executions=6 note=none
// Which thread allocates depends on the order; what is allocated is not mixed up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int calls;
static int *boxes[3];
static void put(int i) {
    if (atomic_fetch_add(&calls, 1) == 0) {
        boxes[i] = malloc(sizeof(int));
        *boxes[i] = i;
    }
}

static void *first(void *arg) {
    put(0);
    return arg;
}

static void *second(void *arg) {
    put(1);
    return arg;
}

static void *third(void *arg) {
    put(2);
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
    int found = 0;
    for (int i = 0; i < 3; i++)
        if (boxes[i]) {
            assert(*boxes[i] == i);
            free(boxes[i]);
            found++;
        }
    assert(found == 1);
    return 0;
}
