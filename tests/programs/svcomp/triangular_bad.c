//@ check --races explore: unreachable line=@error
//@ cflags: -DBAD
// See the other file.
#include "triangular.c"
