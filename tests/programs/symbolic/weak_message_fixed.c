//@ check --symbolic: safe
//@ check --symbolic --model pso: safe
//@ cflags: -DFIXED
// See the other file.
#include "weak_message.c"
