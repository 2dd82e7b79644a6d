//@ check --symbolic: safe
//@ cflags: -DINPUT=4
// See the other file.
#include "lazy.c"
