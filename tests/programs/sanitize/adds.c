//@ cflags: -fsanitize=undefined -fsanitize-trap=undefined -DKIND=1
//@ check: overflow
//@ check --explorer optimal: overflow
// UBSan in trap mode: a call through a pointer is checked by words before the function, which are not there; and a check that fails.
#include "prog.inc"
