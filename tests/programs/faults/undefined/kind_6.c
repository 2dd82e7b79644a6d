//@ cflags: -DKIND=6
//@ check: overflow message="the product does not fit into 64 bits"
//@ check --explorer optimal: overflow message="the product does not fit into 64 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
