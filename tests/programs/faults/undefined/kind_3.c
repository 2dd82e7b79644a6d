//@ cflags: -DKIND=3
//@ check: overflow message="the product does not fit into 32 bits"
//@ check --explorer optimal: overflow message="the product does not fit into 32 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
