//@ check --symbolic --model rc11: safe
//@ check --symbolic --model ra: safe
//@ check --symbolic --model tso: safe
//@ check --symbolic --model sc: safe
//@ cflags: -DFIXED
// See the other file.
#include "swap_message.c"
