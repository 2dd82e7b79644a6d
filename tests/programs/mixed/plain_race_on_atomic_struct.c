//@ check: data-race
// The copy of the struct is not ordered with the atomic store in it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct both {
    int plain;
    atomic_int atomic;
};
static struct both s = {5, 6}, t;

static void *first(void *arg) {
    s.atomic = 7;
    return arg;
}

static void *second(void *arg) {
    t = s;
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
