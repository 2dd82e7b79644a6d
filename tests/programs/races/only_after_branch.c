//@ check: data-race line=@a|@b other=@a|@b
// A race on one path only, which needs a certain order of atomic steps.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int x;
static atomic_int turn;

static void *first(void *arg) {
    if (atomic_fetch_add(&turn, 1) == 1)
        x = 1; /*@a*/
    return arg;
}

static void *second(void *arg) {
    atomic_fetch_add(&turn, 1);
    int seen = x; /*@b*/
    (void)seen;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
