//@ check: safe executions=1
#include <assert.h>
#include <threads.h>

int main(void) {
    mtx_t m;
    cnd_t c;
    struct timespec now = {0, 0}, wrong = {0, -1};
    mtx_init(&m, mtx_timed);
    cnd_init(&c);
    mtx_lock(&m);
    assert(cnd_timedwait(&c, &m, &now) == thrd_timedout);
    assert(cnd_timedwait(&c, &m, &wrong) == thrd_error);
    assert(mtx_trylock(&m) == thrd_busy);
    mtx_unlock(&m);
    return 0;
}
