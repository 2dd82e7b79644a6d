//@ check: uninitialised-read line=@used other=@jump message="was changed since `setjmp`"
// C11 7.13.2.1: count is neither volatile nor unchanged, so its value is indeterminate after longjmp.
#include <assert.h>
#include <setjmp.h>

static jmp_buf mark;

static void back(void)
{
    longjmp(mark, 1); /*@jump*/
}

int main(void)
{
    int count = 0;
    if (setjmp(mark) == 0) {
        count = 1;
        back();
    }
    assert(count == 1); /*@used*/
    return 0;
}
