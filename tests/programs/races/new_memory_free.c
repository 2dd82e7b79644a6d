//@ check --model sc: safe executions=2
//@ check --model pso: data-race message="free with nothing"
//@ check --model rc11: data-race message="free with nothing"
// Freeing is a use.
#define FREED
#define USE(q) free(q);
#include "new_memory.c"
