//@ cflags: -DKIND=13
//@ check: overflow message="in a number that is 0"
//@ check --explorer optimal: overflow message="in a number that is 0"
//@ check --overflow ignore: safe
#include "kinds.inc"
