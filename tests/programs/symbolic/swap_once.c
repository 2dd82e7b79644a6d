//@ check --symbolic: assertion line=@lost
//@ check --symbolic --explorer source: assertion line=@lost
//@ check --symbolic --model tso: assertion line=@lost
//@ check --symbolic --model rc11: assertion line=@lost
//@ cflags: -DONCE
// See the other file.
#include "swap_retry.c"
