//@ check: safe executions=1
//@ cflags: -O1
// At -O1 clang makes min, max, abs intrinsics of these.
#include <assert.h>

volatile int a = -5, b = 3;
volatile unsigned c = 4000000000u, d = 7;

static int max(int x, int y) { return x > y ? x : y; }
static int min(int x, int y) { return x < y ? x : y; }
static unsigned umax(unsigned x, unsigned y) { return x > y ? x : y; }
static unsigned umin(unsigned x, unsigned y) { return x < y ? x : y; }

int main(void) {
    assert(max(a, b) == 3 && min(a, b) == -5);
    assert(umax(c, d) == 4000000000u && umin(c, d) == 7);
    assert(__builtin_abs(a) == 5);
    return 0;
}
