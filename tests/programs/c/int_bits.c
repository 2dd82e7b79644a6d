//@ check: safe executions=1
// The bit-counting builtins: intrinsics of LLVM.
#include <assert.h>
#include <stdint.h>

volatile uint32_t w = 0x00F01000u;
volatile uint64_t d = 0x0000800000000000u;

int main(void) {
    assert(__builtin_popcount(w) == 5 && __builtin_popcountll(d) == 1);
    assert(__builtin_clz(w) == 8 && __builtin_clzll(d) == 16);
    assert(__builtin_ctz(w) == 12 && __builtin_ctzll(d) == 47);
    assert(__builtin_ffs((int)w) == 13 && __builtin_ffs(0) == 0);
    assert(__builtin_bswap32(w) == 0x0010F000u && __builtin_bswap64(d) == 0x800000u && __builtin_bswap16(0x1234) == 0x3412);
    assert(__builtin_parity(w) == 1);
    assert(__builtin_rotateleft32(w, 8) == 0xF0100000u);
    return 0;
}
