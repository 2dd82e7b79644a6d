//@ check --symbolic: safe
//@ cflags: -DFIXED
// See the other file.
#include "race_by_input.c"
