//@ check: assertion
//@ check --explorer optimal: assertion
//@ check --explorer states: assertion
//@ check --explorer prefix: assertion
//@ check --explorer unfolding --races report: assertion
//@ check --explorer dc: assertion
//@ check --explorer rvf: assertion
//@ check --explorer observers: assertion
//@ check --races explore: assertion
//@ cflags: -DHOLDS=0
// The contrary of what is so.
#include "sizes_plain_part.c"
