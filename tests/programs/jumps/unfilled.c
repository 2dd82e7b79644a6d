//@ check: sync-misuse line=@bug message="that `setjmp` has not filled"
//@ check --explorer naive: sync-misuse line=@bug
#include <setjmp.h>

static jmp_buf mark;

int main(void)
{
    longjmp(mark, 1); /*@bug*/
}
