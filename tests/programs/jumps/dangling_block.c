//@ check: use-after-free line=@bug other=@jump message="left by `longjmp`"
// The variable of the block that was left by longjmp is gone, in the same function.
#include <setjmp.h>

static jmp_buf mark;
static int *kept;

int main(void)
{
    if (setjmp(mark) == 0) {
        int local = 3;
        kept = &local;
        longjmp(mark, 1); /*@jump*/
    }
    return *kept - 3; /*@bug*/
}
