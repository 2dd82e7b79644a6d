//@ check: use-after-free line=@bug other=@jump message="left by `longjmp`"
// The variable of the function that was left by longjmp is gone.
#include <setjmp.h>

static jmp_buf mark;
static int *kept;

static void leave(void)
{
    int local = 3;
    kept = &local;
    longjmp(mark, 1); /*@jump*/
}

int main(void)
{
    if (setjmp(mark) == 0)
        leave();
    return *kept - 3; /*@bug*/
}
