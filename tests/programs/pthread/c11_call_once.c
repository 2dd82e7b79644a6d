//@ check: safe executions=2
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int runs;

static void init(void) {
    runs++;
}

static int worker(void *arg) {
    (void)arg;
    call_once(&flag, init);
    assert(runs == 1);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, worker, NULL);
    thrd_create(&b, worker, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
