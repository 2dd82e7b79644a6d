//@ check: uninitialised-read
//@ check --model tso: uninitialised-read
//@ check --model rc11: uninitialised-read
//@ check --explorer source: uninitialised-read
//@ check --explorer optimal: uninitialised-read
//@ check --explorer unfolding: uninitialised-read
//@ check --explorer observers: uninitialised-read
//@ check --explorer rf: uninitialised-read
//@ check --explorer rvf: uninitialised-read
// A branch by the value of an atomic object to which an uninitialised one was written.
#define USE if (atomic_load(&word) == 3) out = 2;
#include "uninit_atomic_carried.c"
