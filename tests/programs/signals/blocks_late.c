//@ check: exit-status
// The thread does not block it: it ends the program, unless the thread waits for it already.
#define BLOCKS_LATE
#include "waits.c"
