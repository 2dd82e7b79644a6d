//@ check --races explore --symbolic: assertion line=@error message="with input j = 6"
//@ cflags: -DINPUT -DBAD
// See the other file. Only 6 is enough.
#include "triangular.c"
