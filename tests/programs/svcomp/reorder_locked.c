//@ check --symbolic: safe
//@ cflags: -DLOCKED
// See the other file.
#include "reorder.c"
