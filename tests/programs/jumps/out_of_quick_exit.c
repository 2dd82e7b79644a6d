//@ check: sync-misuse line=@here message="out of a function that `quick_exit` runs"
//@ check --model rc11: sync-misuse line=@here
// C11 7.22.4.7: a jump out of a function registered with at_quick_exit is undefined. One within such a function is fine (inner),
// also if it is set by a function that it calls in turn (helper).
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf outer;

static void helper(void)
{
    jmp_buf mine;
    for (int i = 0; i < 2; i++) {
        if (setjmp(mine) == 0)
            longjmp(mine, 1);
    }
}

static void handler(void)
{
    jmp_buf inner;
    if (setjmp(inner) == 0)
        longjmp(inner, 1);
    helper();
    longjmp(outer, 1); /*@here*/
}

int main(void)
{
    at_quick_exit(handler);
    if (setjmp(outer))
        return 0;
    quick_exit(0);
}
