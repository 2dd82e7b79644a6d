//@ check --symbolic: unreachable line=@error
//@ cflags: -DINPUT=2
// See the other file.
#include "lazy.c"
