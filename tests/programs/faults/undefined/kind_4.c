//@ cflags: -DKIND=4
//@ check: overflow message="the sum does not fit into 64 bits"
//@ check --explorer optimal: overflow message="the sum does not fit into 64 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
