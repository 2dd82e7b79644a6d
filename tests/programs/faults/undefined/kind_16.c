//@ cflags: -DKIND=16
//@ check: overflow message="the sum does not fit into 32 bits"
//@ check --explorer optimal: overflow message="the sum does not fit into 32 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
