//@ check --symbolic: assertion line=@found
//@ cflags: -DKIND=1
// The square of 12.
#include "offsets.c"
