//@ cflags: -DKIND=11
//@ check: overflow message="a float does not fit into the integer of 32 bits"
//@ check --explorer optimal: overflow message="a float does not fit into the integer of 32 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
