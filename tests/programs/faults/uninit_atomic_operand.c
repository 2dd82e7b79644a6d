//@ check: uninitialised-read
//@ check --model tso: uninitialised-read
//@ check --model rc11: uninitialised-read
//@ check --explorer source: uninitialised-read
//@ check --explorer optimal: uninitialised-read
//@ check --explorer unfolding: uninitialised-read
//@ check --explorer observers: uninitialised-read
//@ check --explorer rf: uninitialised-read
//@ check --explorer rvf: uninitialised-read
// Arithmetic with it.
#define USE long v = atomic_load(&word); atomic_fetch_or(&word, v);
#include "uninit_atomic_carried.c"
