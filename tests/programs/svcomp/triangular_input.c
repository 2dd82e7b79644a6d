//@ check --races explore --symbolic: safe
//@ cflags: -DINPUT
// See the other file.
#include "triangular.c"
