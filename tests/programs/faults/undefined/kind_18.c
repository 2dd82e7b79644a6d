//@ cflags: -DKIND=18
//@ check: overflow message="a difference of pointers is no multiple"
//@ check --explorer optimal: overflow message="a difference of pointers is no multiple"
#include "kinds.inc"
