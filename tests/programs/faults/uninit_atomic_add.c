//@ check: uninitialised-read
//@ check --model tso: uninitialised-read
//@ check --model rc11: uninitialised-read
//@ check --explorer source: uninitialised-read
//@ check --explorer optimal: uninitialised-read
//@ check --explorer unfolding: uninitialised-read
//@ check --explorer observers: uninitialised-read
//@ check --explorer rf: uninitialised-read
//@ check --explorer rvf: uninitialised-read
// Arithmetic on it.
#define USE atomic_fetch_add(&word, 1);
#include "uninit_atomic_carried.c"
