//@ check: assertion line=@used
//@ cflags: -O1
// C11 7.13.2.1: count is neither volatile nor unchanged, so its value is indeterminate after longjmp: optimised, it is 0 for clang.
#include "changed.c"
