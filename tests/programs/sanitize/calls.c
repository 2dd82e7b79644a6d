//@ cflags: -fsanitize=undefined -fsanitize-trap=undefined -DKIND=0
//@ check: safe
//@ check --explorer optimal: safe
// UBSan in trap mode: a call through a pointer is checked by words before the function, which are not there.
#include "prog.inc"
