//@ check --symbolic: safe
//@ cflags: -DFIXED
// See the other file.
#include "arithmetic_entries.c"
