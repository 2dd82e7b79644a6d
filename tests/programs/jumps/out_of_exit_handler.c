//@ check: sync-misuse line=@here message="out of a function that `exit` runs"
// C11 7.22.4.4: a jump out of a function registered with atexit is undefined. One within such a function is fine (helper).
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf outer;

static void handler(void)
{
    jmp_buf inner;
    if (setjmp(inner) == 0)
        longjmp(inner, 1);
    longjmp(outer, 1); /*@here*/
}

int main(void)
{
    atexit(handler);
    if (setjmp(outer))
        return 0;
    exit(0);
}
