//@ check --model sc: safe
//@ check --model tso: safe
//@ check --model pso: safe
//@ check --model ra: safe
//@ check --model rc11: safe
//@ cflags: -DREADERS=1 -DWRITERS=1 -DTRIES=2
// The orders are those that the algorithm needs under C11, and tso, pso and ra allow nothing that C11 does not.
#include "../../../benches/programs/linux_rwlock.c"
