//@ check: incomplete unsupported="atomic access of 16 bytes"
//@ cflags: -Wno-atomic-alignment
// Refused where it is reached, not taken for two accesses.
#include <stdatomic.h>

static _Atomic struct { void *p; long tag; } head;

int main(void)
{
    return atomic_load(&head).tag;
}
