//@ check: exit-status line=@early thread=0 message="`main` returns 3, not 0" output="bad\n"
//@ check --expect-exit 3: safe
// The place is that of the `return`, not the end of the function.
#include <stdio.h>

static int check(int n)
{
    if (n > 2) {
        puts("bad");
        return 3;
    }
    return 0;
}

int main(void)
{
    int status = check(3);
    if (status != 0)
        return status; /*@early*/
    puts("good");
    return 0;
}
