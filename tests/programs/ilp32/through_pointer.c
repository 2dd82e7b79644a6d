//@ cflags: -m32
//@ check: incomplete unsupported="a call of `printf` through a pointer"
// Who calls it does not know that it takes a large argument as a whole.
#include <stdio.h>

int main(void)
{
    int (*say)(const char *, ...) = printf;
    return say("%lld\n", 1LL << 40) < 0;
}
