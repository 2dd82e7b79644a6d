//@ check --races explore: uninitialised-read
//@ check --races explore --model tso: uninitialised-read
//@ check --races explore --model rc11: uninitialised-read
//@ check --races explore --explorer source: uninitialised-read
//@ check --races explore --explorer optimal: uninitialised-read
//@ check --races explore --explorer observers: uninitialised-read
//@ check --races explore --explorer rf: uninitialised-read
//@ check --races explore --explorer rvf: uninitialised-read
// The same, and the other thread decides by the member that was never given a value.
#define DECIDES
#include "uninit_carried.c"
