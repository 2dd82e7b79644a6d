//@ cflags: -fsanitize=undefined -fsanitize-trap=undefined -DKIND=3
//@ check: unreachable|overflow
//@ check --explorer optimal: unreachable|overflow
// UBSan in trap mode: a call through a pointer is checked by words before the function, which are not there; and a check that fails.
#include "prog.inc"
