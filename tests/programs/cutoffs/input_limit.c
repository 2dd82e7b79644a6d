//@ check --symbolic --explorer prefix: assertion line=@assert
//@ check --nondet 0..3 --explorer prefix: assertion line=@assert
// One number is kept for ever, and each that comes is compared with it. What has come says something of
// the one that is kept.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned limit = __VERIFIER_nondet_uchar() & 3;
    int above = 0, below = 0;
    for (;;) {
        unsigned next = __VERIFIER_nondet_uchar() & 3;
        if (next > limit)
            above = 1;
        if (next < limit)
            below = 1;
        if (above && below)
            assert(limit == 1); /*@assert*/
    }
}
