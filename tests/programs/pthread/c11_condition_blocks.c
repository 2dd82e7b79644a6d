//@ check: deadlock
#include <threads.h>

int main(void) {
    mtx_t m;
    cnd_t c;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    mtx_lock(&m);
    cnd_wait(&c, &m);
    mtx_unlock(&m);
    return 0;
}
