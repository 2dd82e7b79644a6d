//@ check: safe executions=1
//@ cflags: -O1
// Conversions that saturate: __builtin_elementwise_... has none in C, so assembly of the intrinsics by name.
#include <assert.h>
#include <limits.h>
#include <math.h>

int to_int(double) __asm__("llvm.fptosi.sat.i32.f64");
unsigned to_unsigned(float) __asm__("llvm.fptoui.sat.i32.f32");
long to_long(double) __asm__("llvm.fptosi.sat.i64.f64");
signed char to_char(float) __asm__("llvm.fptosi.sat.i8.f32");

int main(void)
{
    volatile double d = 3.9;
    volatile float f = 3.9f;
    assert(to_int(d) == 3 && to_int(-d) == -3 && to_unsigned(f) == 3 && to_unsigned(-f) == 0);
    d = 3e9;
    f = 1e10f;
    assert(to_int(d) == INT_MAX && to_int(-d) == INT_MIN && to_unsigned(f) == UINT_MAX && to_long(d) == 3000000000);
    d = 1e300;
    assert(to_long(d) == LONG_MAX && to_long(-d) == LONG_MIN);
    f = 127.5f;
    assert(to_char(f) == 127 && to_char(f + 1) == 127 && to_char(-f) == -127 && to_char(-f - 1) == -128);
    d = 2147483647.0;
    assert(to_int(d) == INT_MAX && to_int(-d - 1) == INT_MIN);
    d = NAN;
    f = NAN;
    assert(to_int(d) == 0 && to_unsigned(f) == 0);
    return 0;
}
