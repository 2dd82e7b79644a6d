//@ check: safe executions=2
//@ cflags: -DLOCKED
// As unlocked_stdout.c, but the stream is locked: two orders.
#include "unlocked_stdout.c"
