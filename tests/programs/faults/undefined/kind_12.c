//@ cflags: -DKIND=12
//@ check: overflow message="a float does not fit into the integer of 8 bits"
//@ check --explorer optimal: overflow message="a float does not fit into the integer of 8 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
