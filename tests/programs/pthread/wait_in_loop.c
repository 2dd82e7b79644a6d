//@ check: safe note=none
//@ check --spurious: incomplete limit=spurious
// See wait_once.c. It looks again after each wake-up: nothing to be noted.
#define LOOK while
#include "wait_once.c"
