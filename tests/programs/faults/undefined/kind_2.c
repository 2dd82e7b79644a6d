//@ cflags: -DKIND=2
//@ check: overflow message="the difference does not fit into 32 bits"
//@ check --explorer optimal: overflow message="the difference does not fit into 32 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
