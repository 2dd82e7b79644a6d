//@ cflags: -m32
//@ check: safe
// Buffers of setjmp and of cleanups have the sizes of i386.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static int cleaned;

static void clean(void *arg)
{
    cleaned += (long)arg;
}

static void *work(void *arg)
{
    struct {
        jmp_buf buffer;
        int beside;
    } here = {.beside = 7};
    volatile int rounds = 0;
    if (setjmp(here.buffer) < 3) {
        rounds++;
        longjmp(here.buffer, rounds);
    }
    assert(rounds == 3 && here.beside == 7);
    pthread_cleanup_push(clean, (void *)2L);
    pthread_cleanup_push(clean, (void *)3L);
    pthread_exit(arg);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, (void *)9L);
    pthread_join(t, &result);
    assert((long)result == 9 && cleaned == 5);
    return 0;
}
