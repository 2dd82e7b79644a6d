//@ check --symbolic: safe
//@ cflags: -DFIXED
// See the other file.
#include "bank.c"
