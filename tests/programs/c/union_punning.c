//@ check: safe executions=1
// Written as one size, read as another.
#include <assert.h>
#include <stdint.h>

union word {
    uint64_t u64;
    uint32_t u32[2];
    uint16_t u16[4];
    uint8_t u8[8];
    double d;
};

int main(void) {
    union word w = {.u64 = 0x0102030405060708u};
    assert(w.u32[0] == 0x05060708u && w.u32[1] == 0x01020304u);
    assert(w.u16[1] == 0x0506 && w.u8[0] == 8 && w.u8[7] == 1);
    w.u8[3] = 0xFF;
    assert(w.u64 == 0x01020304FF060708u);
    w.u16[3] = 0xABCD;
    assert(w.u32[1] == 0xABCD0304u);
    w.d = -2.0;
    assert(w.u64 == 0xC000000000000000u);
    assert(sizeof w == 8);
    return 0;
}
