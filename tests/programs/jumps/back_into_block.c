//@ check: safe
//@ check --explorer naive: safe
// The jump goes back into a block that was left. Its variables begin their life anew (C11 6.2.4p6), and are written before they are read.
#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf retry;
static int attempts;

static void connect(char *buffer)
{
    strcpy(buffer, "abc");
    attempts++;
}

int main(void)
{
    {
        char buffer[4];
        volatile int kept = setjmp(retry);
        connect(buffer);
        assert(buffer[2] == 'c' && kept == (attempts > 1));
    }
    if (attempts < 3)
        longjmp(retry, 1);
    assert(attempts == 3);
    return 0;
}
