//@ check: safe executions=2
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t m;
static int count;

static int worker(void *arg) {
    (void)arg;
    assert(mtx_lock(&m) == thrd_success);
    count++;
    assert(mtx_unlock(&m) == thrd_success);
    return 0;
}

int main(void) {
    thrd_t a, b;
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    thrd_create(&a, worker, NULL);
    thrd_create(&b, worker, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(count == 2);
    mtx_destroy(&m);
    return 0;
}
