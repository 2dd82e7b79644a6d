//@ check --races explore --symbolic: unreachable line=@error message="j = 6"
//@ cflags: -DINPUT -DBAD
// See the other file. Only 6 is enough.
#include "triangular.c"
