//@ check --model sc: safe executions=2
//@ check --model pso: data-race message="after the allocation"
//@ check --model rc11: data-race message="after the allocation"
// A mutex in memory that was zeroed, which is what an initialiser makes of it, by an allocation that nothing orders before the lock.
#define MAKE(p) p = calloc(1, sizeof *p);
#define USE(q) (pthread_mutex_lock(&q->mutex), pthread_mutex_unlock(&q->mutex));
#include "new_memory.c"
