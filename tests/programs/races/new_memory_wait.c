//@ check --model sc: safe executions=1
//@ check --model pso: data-race message="after the allocation"
//@ check --model rc11: data-race message="after the allocation"
// It is waited for in a loop, of which the first look stands before it.
#define LOOK while (!q) q = atomic_load_explicit(&shared, ACQUIRE); if
#include "new_memory.c"
