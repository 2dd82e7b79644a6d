//@ check: safe executions=2
//@ cflags: -DLOCKED
// As unlocked.c, but the stream is locked: two orders.
#include "unlocked.c"
