//@ check: uninitialised-read
//@ check --model tso: uninitialised-read
//@ check --model rc11: uninitialised-read
//@ check --explorer source: uninitialised-read
//@ check --explorer optimal: uninitialised-read
//@ check --explorer unfolding: uninitialised-read
//@ check --explorer observers: uninitialised-read
//@ check --explorer rf: uninitialised-read
//@ check --explorer rvf: uninitialised-read
// A compare-and-swap whose expected value is not initialised.
#define USE long v = atomic_load(&word), w = 0; atomic_store(&word, 3); atomic_compare_exchange_strong(&word, &v, w);
#include "uninit_atomic_carried.c"
