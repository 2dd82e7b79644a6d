//@ check: sync-misuse line=@bug message="whose function has returned"
// The activation that called setjmp is over; that the same function is active again does not help.
#include <setjmp.h>

static jmp_buf mark;

static void call(int jumps)
{
    if (jumps)
        longjmp(mark, 1); /*@bug*/
    setjmp(mark);
}

int main(void)
{
    call(0);
    call(1);
    return 0;
}
