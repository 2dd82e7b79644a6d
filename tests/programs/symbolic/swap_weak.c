//@ check --symbolic: safe executions=4
//@ check --symbolic --explorer source: safe
//@ check --symbolic --model rc11: safe executions=4
//@ cflags: -DWEAK
// See the other file.
#include "swap.c"
