//@ check --model sc: safe executions=6
//@ check --model tso: safe executions=6
//@ check --model pso: safe executions=6
//@ check --model ra: safe executions=6
//@ check --model rc11: safe executions=6
//@ cflags: -DN=2
// Executions: which thread is first (2), and how it comes to its unlock (3): it sees the other's link at once; it does not, but
// the other is in the queue; the other comes only then.
// The orders are those that the algorithm needs under C11, and tso, pso and ra allow nothing that C11 does not.
#include "../../../benches/programs/mcs_lock.c"
