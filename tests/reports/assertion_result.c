// The result of a thread that may have waited in vain. What thrd_join keeps for itself is no step, and the handle of the thread says
// nothing that the join does not say.
#include <assert.h>
#include <stdbool.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t changed;
static bool ready;

static int waiter(void *arg)
{
    struct timespec until = { 1000000000, 0 };
    mtx_lock(&mutex);
    while (!ready)
        if (cnd_timedwait(&changed, &mutex, &until) == thrd_timedout)
            break;
    int got = ready;
    mtx_unlock(&mutex);
    return got + (arg != NULL);
}

int main(void)
{
    thrd_t t; int result;
    mtx_init(&mutex, mtx_plain); cnd_init(&changed);
    thrd_create(&t, waiter, NULL);
    mtx_lock(&mutex); ready = true; mtx_unlock(&mutex);
    cnd_signal(&changed);
    thrd_join(t, &result);
    assert(result == 1);
    return 0;
}
