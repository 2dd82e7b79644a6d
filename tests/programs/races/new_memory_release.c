//@ check --model sc: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model pso: safe executions=2
//@ check --model ra: safe executions=2
//@ check --model rc11: safe executions=2
// Published as it should be.
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#define USE(q) atomic_fetch_add_explicit(&q->atomic, (q->plain = 1) - 1, memory_order_relaxed);
#define MAKE(p) p = calloc(1, sizeof *p);
#include "new_memory.c"
