//@ cflags: -m32
//@ check: out-of-bounds line=@bug
// An index times 4 that does not fit into 32 bits does not lead back into the array.
#include <stddef.h>

static int a[4];
static volatile size_t n = 0x40000001;

int main(void)
{
    a[n] = 1; /*@bug*/
    return 0;
}
