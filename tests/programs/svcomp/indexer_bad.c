//@ check --symbolic: assertion line=@lost
//@ cflags: -DBAD
// See the other file.
#include "indexer.c"
