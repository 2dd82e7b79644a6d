//@ check: incomplete unsupported="devices other than"
// What is written to /dev/full does not get there: it is no ordinary file.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *full = fopen("/dev/full", "w");
    assert(full);
    fputs("b", full);
    assert(fflush(full) == 0);
    return 0;
}
