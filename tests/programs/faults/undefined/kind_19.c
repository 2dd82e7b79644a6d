//@ cflags: -DKIND=19
//@ check: overflow message="the result of arithmetic that overflows is used"
//@ check --explorer optimal: overflow message="the result of arithmetic that overflows is used"
//@ check --overflow ignore: safe
#include "kinds.inc"
