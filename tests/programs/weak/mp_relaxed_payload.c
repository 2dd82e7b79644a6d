//@ check --model rc11: data-race message="payload"
//@ check --model pso: data-race message="payload"
//@ check --model sc: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model ra: safe executions=2
// The flag is 0 or 1 for the reader. Only where relaxed accesses order nothing is it a race; under pso happens-before is that
// of rc11.
#include "../../../benches/programs/mp_relaxed_payload.c"
