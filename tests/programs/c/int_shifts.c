//@ check: safe executions=1
#include <assert.h>
#include <stdint.h>

volatile int32_t minus = -16;
volatile uint32_t word = 0xF0000001u;
volatile uint8_t byte = 0x81;
volatile int64_t wide = -1;
volatile int by = 4;

int main(void) {
    assert(minus >> 2 == -4);
    assert(word >> by == 0x0F000000u && word << by == 0x10u);
    assert((uint8_t)(byte << 1) == 2 && byte >> 7 == 1);
    assert(wide >> 63 == -1 && (uint64_t)wide >> 63 == 1 && (uint64_t)wide << 63 == 0x8000000000000000u);
    assert(((word & 0xFFu) | 0x10u) == 0x11u && (word ^ word) == 0 && ~word == 0x0FFFFFFEu);
    return 0;
}
