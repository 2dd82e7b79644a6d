//@ cflags: -O1
//@ check --races explore: assertion line=@torn
//@ check --races explore --model rc11: assertion line=@torn
// The optimiser makes one store of both members. (A function that it inlined would read just what it needs.)
#include "by_value_tears.c"
