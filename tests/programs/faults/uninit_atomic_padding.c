//@ check: uninitialised-read
//@ check --model tso: uninitialised-read
//@ check --model rc11: uninitialised-read
//@ check --explorer source: uninitialised-read
//@ check --explorer optimal: uninitialised-read
//@ check --explorer unfolding: uninitialised-read
//@ check --explorer observers: uninitialised-read
//@ check --explorer rf: uninitialised-read
//@ check --explorer rvf: uninitialised-read
// A compare-and-swap of a structure compares its padding, too (C17 7.17.7.4), which the writer has not initialised.
#define USE if (seen.kind == 1) { struct item next = { 2, 6 }; atomic_compare_exchange_strong(&shared, &seen, next); }
#include "uninit_atomic_carried.c"
