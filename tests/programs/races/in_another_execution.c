//@ check: data-race line=@a|@b other=@a|@b
// The write happens only if the second thread comes first; it is not ordered with a third thread that has seen nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int x;
static atomic_int step;

static void *first(void *arg) {
    atomic_fetch_add(&step, 1);
    return arg;
}
static void *second(void *arg) {
    if (atomic_fetch_add(&step, 10) == 0)
        x = 1; /*@a*/
    return arg;
}
static void *third(void *arg) {
    if (atomic_load_explicit(&step, memory_order_relaxed) == 1)
        return arg;
    int seen = x; /*@b*/
    (void)seen;
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
    return 0;
}
