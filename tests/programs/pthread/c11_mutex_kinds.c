//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>
#include <threads.h>

int main(void) {
    mtx_t plain, recursive, timed;
    struct timespec now = {0, 0};
    assert(mtx_init(&plain, mtx_plain) == thrd_success);
    assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_init(&timed, mtx_timed) == thrd_success);
    assert(mtx_trylock(&plain) == thrd_success);
    assert(mtx_trylock(&plain) == thrd_busy);
    assert(mtx_unlock(&plain) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_success);
    assert(mtx_timedlock(&timed, &now) == thrd_success);
    assert(mtx_timedlock(&timed, &now) == thrd_timedout);
    assert(mtx_unlock(&timed) == thrd_success);
    return 0;
}
