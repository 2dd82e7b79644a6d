//@ cflags: -DKIND=5
//@ check: overflow message="the difference does not fit into 64 bits"
//@ check --explorer optimal: overflow message="the difference does not fit into 64 bits"
//@ check --overflow ignore: safe
#include "kinds.inc"
