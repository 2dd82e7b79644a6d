//@ check: safe executions=1
#include <assert.h>
#include <stdint.h>
#include <string.h>

volatile double d = -2.75;
volatile float f = 3.99f;
volatile int64_t big = 9007199254740993;
volatile uint64_t huge = 18446744073709551615u;
volatile uint32_t word = 4294967295u;

int main(void) {
    assert((int)d == -2 && (int8_t)d == -2 && (int64_t)f == 3 && (uint8_t)f == 3);
    assert((double)big == 9007199254740992.0 && (double)huge == 18446744073709551616.0);
    assert((float)word == 4294967296.0f && (double)word == 4294967295.0);
    assert((uint64_t)1e19 == 10000000000000000000u);
    uint64_t bits;
    double one = 1.0;
    memcpy(&bits, &one, sizeof bits);
    assert(bits == 0x3FF0000000000000u);
    uint32_t bits32;
    float half = -0.5f;
    memcpy(&bits32, &half, sizeof bits32);
    assert(bits32 == 0xBF000000u);
    return 0;
}
