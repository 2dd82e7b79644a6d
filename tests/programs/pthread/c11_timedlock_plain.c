//@ check: sync-misuse line=@here message="not initialised as `mtx_timed`"
// C11 7.26.4.4: the mutex of mtx_timedlock shall support timeout.
#include <threads.h>
#include <time.h>

int main(void)
{
    mtx_t m;
    struct timespec until = {0, 0};
    mtx_init(&m, mtx_plain | mtx_recursive);
    if (mtx_timedlock(&m, &until) == thrd_success) /*@here*/
        mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}
