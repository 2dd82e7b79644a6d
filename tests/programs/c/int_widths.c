//@ check: safe executions=1
// Every integer width wraps, extends and truncates as C says.
#include <assert.h>
#include <stdint.h>

volatile int8_t i8 = -128;
volatile uint8_t u8 = 255;
volatile int16_t i16 = -32768;
volatile uint16_t u16 = 65535;
volatile int32_t i32 = -2147483647 - 1;
volatile uint32_t u32 = 4294967295u;
volatile int64_t i64 = -9223372036854775807 - 1;
volatile uint64_t u64 = 18446744073709551615u;

int main(void) {
    assert(i8 == -128 && (int)i8 - 1 == -129 && (uint8_t)i8 == 128);
    assert((uint8_t)(u8 + 1) == 0 && u8 + 1 == 256 && (int8_t)u8 == -1);
    assert((uint16_t)i16 == 32768 && (int16_t)u16 == -1 && (uint16_t)(u16 + 1) == 0);
    assert((uint32_t)i32 == 2147483648u && u32 + 1 == 0 && (int32_t)u32 == -1);
    assert((uint64_t)i64 == 9223372036854775808u && u64 + 1 == 0 && (int64_t)u64 == -1);
    assert((int64_t)i32 == -2147483648LL && (uint64_t)u32 == 4294967295ull);
    assert((uint64_t)(int64_t)i8 == 18446744073709551488u);
    return 0;
}
