//@ check --races explore: assertion line=@error
//@ cflags: -DBAD
// See the other file.
#include "triangular.c"
