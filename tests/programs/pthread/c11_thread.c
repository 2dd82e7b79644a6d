//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static thrd_t seen;

static int returns(void *arg) {
    seen = thrd_current();
    return *(int *)arg - 10;
}

static int exits(void *arg) {
    thrd_exit(*(int *)arg + 1);
}

int main(void) {
    thrd_t a, b;
    int value = 7, result = 0;
    struct timespec none = {0, 0};
    assert(thrd_create(&a, returns, &value) == thrd_success);
    assert(thrd_join(a, &result) == thrd_success && result == -3);
    assert(thrd_equal(seen, a) && !thrd_equal(a, thrd_current()));
    assert(thrd_create(&b, exits, &value) == thrd_success);
    assert(thrd_join(b, &result) == thrd_success && result == 8);
    assert(thrd_sleep(&none, NULL) == 0);
    thrd_yield();
    return 0;
}
