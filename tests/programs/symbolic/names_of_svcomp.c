//@ check --symbolic: assertion line=@found
// Further names of SV-COMP: each has the range of its type.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_u8(void);
extern short __VERIFIER_nondet_s16(void);
extern unsigned __VERIFIER_nondet_U32(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);

int main(void) {
    unsigned char small = __VERIFIER_nondet_u8();
    short half = __VERIFIER_nondet_s16();
    unsigned word = __VERIFIER_nondet_U32();
    unsigned long sector = __VERIFIER_nondet_sector_t();
    assert(small <= 255 && half >= -32768);
    assert(small != 200 || half != -3 || word != 4000000000u || sector != 1ul << 63); /*@found*/
    return 0;
}
