//@ check: safe executions=1
//@ cflags: -O2
// Optimised.
#include "values.c"
