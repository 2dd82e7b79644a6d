//@ check: safe executions=2
// Who takes the pointer out owns what it points to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int box = 1;
static int *_Atomic owner = &box;

static void *first(void *arg) {
    int *mine = atomic_exchange(&owner, NULL);
    if (mine)
        ++*mine;
    return arg;
}

static void *second(void *arg) {
    int *mine = atomic_exchange(&owner, NULL);
    if (mine)
        ++*mine;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(box == 2);
    return 0;
}
