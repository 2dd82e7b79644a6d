//@ check --symbolic: assertion line=@found message="with input text = \"-7\""
//@ cflags: -DFOUND=-7
// A negative number.
#include "scanning.c"
