//@ check: assertion line=@checked
// The handlers run in reverse order: one of the library that does no harm in between.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int ran;

static void last(void)
{
    assert(ran == 0); /*@checked*/
}

static void first(void)
{
    ran = 1;
}

int main(void)
{
    atexit(last);
    atexit((void (*)(void))pthread_self);
    atexit(first);
    return 0;
}
