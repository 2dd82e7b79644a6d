//@ check --symbolic: division-by-zero line=@1
//@ cflags: -DKIND=1
// See the other file.
#include "arithmetic.c"
