//@ check --symbolic: assertion line=@found message="x = 7"
//@ cflags: -DFOUND
// One value is found.
#include "jumps.c"
