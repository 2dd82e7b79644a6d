//@ check --symbolic: uninitialised-read line=@7
//@ cflags: -DKIND=7
// See the other file.
#include "printing_into.c"
