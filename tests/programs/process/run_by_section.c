//@ check: incomplete
// What runs it is the C library, by the section that it stands in.
#include <assert.h>

static void fails(void)
{
    assert(0);
}

__attribute__((used, section(".fini_array"))) static void (*const at_end)(void) = fails;

int main(void)
{
    return 0;
}
