//@ check: liveness
// Nothing ends it.
#include <setjmp.h>

int main(void)
{
    jmp_buf again;
    setjmp(again);
    longjmp(again, 1);
}
