//@ check: safe note=none
//@ cflags: -DREAD=CLOCK_REALTIME
// The clock that condition variables go by (see cond_wrong_clock.c).
#include "cond_wrong_clock.c"
