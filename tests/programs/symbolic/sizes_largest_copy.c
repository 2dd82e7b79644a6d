//@ check --symbolic --explorer graph --max-executions 1: assertion line=@largest
//@ cflags: -DKIND=2
// See the other file.
#include "sizes_largest.c"
