//@ check: data-race
//@ check --explorer source: data-race
//@ check --explorer optimal: data-race
//@ check --explorer unfolding --races report: data-race
//@ cflags: -DEXCHANGE
// The same with a read-modify-write as what is waited with.
#include "round_of_a_wait.c"
