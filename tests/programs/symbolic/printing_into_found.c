//@ check --symbolic: assertion line=@found
//@ cflags: -DKIND=1
// One number of 2^32 makes that text.
#include "printing_into.c"
