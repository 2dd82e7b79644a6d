//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static tss_t key;
static int runs;

static void destroy(void *value) {
    assert(value == &key);
    runs++;
}

static int worker(void *arg) {
    (void)arg;
    assert(tss_get(key) == NULL);
    assert(tss_set(key, &key) == thrd_success);
    assert(tss_get(key) == &key);
    return 0;
}

int main(void) {
    thrd_t a;
    assert(tss_create(&key, destroy) == thrd_success);
    thrd_create(&a, worker, NULL);
    thrd_join(a, NULL);
    assert(runs == 1);
    tss_delete(key);
    assert(tss_set(key, &key) == thrd_error);
    return 0;
}
