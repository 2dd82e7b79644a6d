//@ check --symbolic: assertion line=@zero
//@ check --symbolic --explorer source: assertion line=@zero
//@ cflags: -DOUTSIDE
// See the other file.
#include "swap_section.c"
