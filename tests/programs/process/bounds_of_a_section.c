//@ check: incomplete
//@ cflags: -O0
// A linker sets these.
#include <assert.h>

typedef void (*test)(void);

static void fails(void)
{
    assert(0);
}

__attribute__((used, section("tests"))) static const test first = fails;
extern const test __start_tests[], __stop_tests[];

int main(void)
{
    for (const test *at = __start_tests; at < __stop_tests; at++)
        (*at)();
    return 0;
}
