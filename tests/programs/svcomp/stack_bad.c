//@ check --symbolic: assertion line=@empty
//@ cflags: -DBAD
// See the other file.
#include "stack.c"
