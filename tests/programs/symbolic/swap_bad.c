//@ check --symbolic: assertion line=@zero
//@ check --symbolic --explorer source: assertion line=@zero
//@ check --symbolic --model tso: assertion line=@zero
//@ check --symbolic --model pso: assertion line=@zero
//@ check --symbolic --model ra: assertion line=@zero
//@ check --symbolic --model rc11: assertion line=@zero
//@ cflags: -DBAD
// See the other file.
#include "swap.c"
