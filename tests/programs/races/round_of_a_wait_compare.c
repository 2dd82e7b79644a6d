//@ check: data-race
//@ check --explorer source: data-race
//@ check --explorer optimal: data-race
//@ check --explorer unfolding --races report: data-race
//@ cflags: -DCOMPARE
// The same, waiting with a compare-and-swap that fails.
#include "round_of_a_wait.c"
