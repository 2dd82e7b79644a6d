//@ check: safe
//@ check --model tso: safe
//@ check --model rc11: safe
//@ check --explorer source: safe
//@ check --explorer optimal: safe
//@ check --explorer unfolding: safe
//@ check --explorer observers: safe
//@ check --explorer rf: safe
//@ check --explorer rvf: safe
// What is there decides that a compare-and-swap fails: the kind is another one.
#define USE if (seen.kind == 1) { struct item next = { 2, 6 }; seen.kind = 3; if (atomic_compare_exchange_strong(&shared, &seen, next)) out = 1 / (out - out); }
#include "uninit_atomic_carried.c"
