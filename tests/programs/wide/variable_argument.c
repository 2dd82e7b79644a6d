//@ check: incomplete unsupported="variable argument"
//@ cflags: -w
#include <stdio.h>

int main(void)
{
    printf("%d", (__int128)1);
    return 0;
}
