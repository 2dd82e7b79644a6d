//@ check: safe executions=1
// Unaligned and overlapping plain accesses.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static unsigned char buffer[32];

int main(void) {
    for (int i = 0; i < 32; i++)
        buffer[i] = (unsigned char)i;
    uint32_t word;
    memcpy(&word, buffer + 3, sizeof word);
    assert(word == 0x06050403u);
    uint64_t wide;
    memcpy(&wide, buffer + 13, sizeof wide);
    assert(wide == 0x14131211100F0E0Du);
    wide = 0;
    memcpy(buffer + 5, &wide, 5);
    assert(buffer[4] == 4 && buffer[5] == 0 && buffer[9] == 0 && buffer[10] == 10);
    *(uint16_t *)(buffer + 8) = 0xBEEF;
    assert(buffer[8] == 0xEF && buffer[9] == 0xBE);
    return 0;
}
