//@ cflags: -fsanitize=undefined -fsanitize-trap=undefined -O1 -DKIND=0
//@ check: safe
// calls.c as clang optimises it at -O1.
#include "prog.inc"
