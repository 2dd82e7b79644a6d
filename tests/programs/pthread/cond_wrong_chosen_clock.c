//@ check: safe note=clocks
//@ cflags: -DREAD=CLOCK_REALTIME -DCHOSEN=CLOCK_MONOTONIC
// Not the clock that the attributes choose (see cond_wrong_clock.c).
#include "cond_wrong_clock.c"
