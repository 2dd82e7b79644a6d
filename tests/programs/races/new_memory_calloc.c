//@ check --model sc: safe executions=2
//@ check --model pso: data-race
//@ check --model rc11: data-race message="atomic read"
// Zeroed memory, of which the first and only access is an atomic read: the allocation, which has written the zero, races with it.
#define MAKE(p) p = calloc(1, sizeof *p);
#define USE(q) (void)atomic_load_explicit(&q->atomic, memory_order_acquire);
#include "new_memory.c"
