//@ check: safe executions=2
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int worker(void *arg) {
    (void)arg;
    mtx_lock(&m);
    ready = 1;
    assert(cnd_signal(&c) == thrd_success);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t a;
    mtx_init(&m, mtx_plain);
    assert(cnd_init(&c) == thrd_success);
    thrd_create(&a, worker, NULL);
    mtx_lock(&m);
    while (!ready)
        assert(cnd_wait(&c, &m) == thrd_success);
    mtx_unlock(&m);
    thrd_join(a, NULL);
    assert(cnd_broadcast(&c) == thrd_success);
    cnd_destroy(&c);
    return 0;
}
