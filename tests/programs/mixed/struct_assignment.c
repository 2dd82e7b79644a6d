//@ check: safe executions=2
#include <assert.h>
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
    s.atomic = 8;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    t = s;
    assert(t.plain == 5 && (t.atomic == 7 || t.atomic == 8) && t.atomic == s.atomic);
    return 0;
}
