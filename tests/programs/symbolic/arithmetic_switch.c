//@ check --symbolic --keep-going: assertion faults=2
//@ cflags: -DKIND=7
// See the other file.
#include "arithmetic.c"
