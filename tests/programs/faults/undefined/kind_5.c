//@ cflags: -DKIND=5
//@ check: overflow message="the negation of the smallest integer does not fit into 64 bits"
//@ check --explorer optimal: overflow message="the negation of the smallest integer does not fit into 64 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
