//@ cflags: -O1
//@ check: safe executions=6
// As sleep_longer.c, optimised.
#include "sleep_longer.c"
