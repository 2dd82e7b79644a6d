//@ cflags: -DKIND=8
//@ check: overflow message="a shift by a negative number, or by 32 or more"
//@ check --explorer optimal: overflow message="a shift by a negative number, or by 32 or more"
//@ check --overflow ignore: safe
#include "kinds.inc"
