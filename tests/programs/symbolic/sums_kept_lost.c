//@ check --symbolic: assertion line=@sum
//@ cflags: -DLOST=149
// An amount of 149 loses one: it can move once the first account has lent 99 or 100.
#include "sums_kept.c"
