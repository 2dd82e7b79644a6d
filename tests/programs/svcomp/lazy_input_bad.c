//@ check --symbolic: assertion line=@error
//@ cflags: -DINPUT=2
// See the other file.
#include "lazy.c"
