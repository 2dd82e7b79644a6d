//@ check: safe note=none
//@ cflags: -DCHOSEN=CLOCK_MONOTONIC
// The clock that the attributes choose (see cond_wrong_clock.c).
#include "cond_wrong_clock.c"
