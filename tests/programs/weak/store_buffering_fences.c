//@ check --model sc: safe executions=3
//@ check --model tso: safe executions=3
//@ check --model pso: safe executions=3
//@ check --model ra: safe
//@ check --model rc11: safe executions=3
//@ cflags: -DFENCE()=atomic_thread_fence(memory_order_seq_cst)
// Sequentially consistent fences in between forbid it everywhere. (Under ra they are read-modify-writes of a hidden
// location, so that their order counts as well.)
#include "store_buffering.c"
