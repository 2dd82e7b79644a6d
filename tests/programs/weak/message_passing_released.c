//@ check --model sc: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model pso: safe executions=2
//@ check --model ra: safe executions=2
//@ check --model rc11: safe executions=2
//@ cflags: -DRAISE=memory_order_release -DLOOK=memory_order_acquire
// The flag is released and acquired: who sees it sees the data. Two executions: the flag is seen, or not.
#include "message_passing.c"
