//@ check --explorer unfolding --context-switches 1: incomplete limit=context-switches
//@ check --explorer unfolding --context-switches 2: assertion line=@fails
//@ check --explorer unfolding --races report --context-switches 2: assertion line=@fails
// main starts both threads, `writer` stores 1, `reader` sees it: two switches. What `writer` and main still have to do then would need more; the failure does not
// wait for them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return arg;
}

static void *reader(void *arg) {
    assert(atomic_load(&x) != 1); /*@fails*/
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
