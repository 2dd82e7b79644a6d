//@ check: assertion line=@stale
// Before the reader writes anew what a reading that failed has left, it tells another thread, waits for it to look, and that finds it.
#include "spin.h"

static atomic_int seq, data, told, looked;
static int *_Atomic where;

static void *body(void *arg)
{
    int x = 0, before;
    where = &x;
    do {
        before = seq;
        if (before == 2) {
            told = 1;
            while (!looked)
                ;
        }
        x = data;
    } while (before != 2);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&data, 1);
    atomic_store(&data, 2);
    atomic_store(&seq, 2);
    while (!told)
        ;
    assert(*where != 1); /*@stale*/
    looked = 1;
    pthread_join(other, NULL);
    return 0;
}
