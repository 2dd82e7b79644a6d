//@ check --model sc: safe executions=2
//@ check --model pso: data-race message="after the allocation"
//@ check --model rc11: data-race message="after the allocation"
// The block that `realloc` gives is new; the access is to a part that it has not copied.
#define MAKE(p) p = realloc(malloc(1), sizeof *p);
#define USE(q) q->atomic = 1;
#include "new_memory.c"
