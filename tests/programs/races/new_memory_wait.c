//@ check --model sc: safe executions=2
//@ check --model pso: data-race message="after the allocation"
//@ check --model rc11: data-race message="after the allocation"
// It is waited for in a loop, after a first look that finds it or does not.
#define LOOK while (!q) q = atomic_load_explicit(&shared, ACQUIRE); if
#include "new_memory.c"
