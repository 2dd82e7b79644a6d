// A bug (`s` and `r` may both be 1), and with -DONE_MORE or -DONE_LESS a program that was changed since it was found.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, other;

static void *writer(void *unused)
{
    (void)unused;
#ifndef ONE_LESS
    other = 1;
#endif
    a = 1;
    b = 1;
    return 0;
}

static void *reader(void *unused)
{
    (void)unused;
    int s = b, r = a;
#ifdef ONE_MORE
    s += other - 1;
#endif
#ifndef MENDED
    assert(!(s && r));
#endif
    return 0;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, 0, writer, 0);
    pthread_create(&y, 0, reader, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
