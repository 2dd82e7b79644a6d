//@ check --symbolic: safe
//@ check --symbolic --explorer source: safe
//@ cflags: -DGOOD
// See the other file.
#include "swap_waits.c"
