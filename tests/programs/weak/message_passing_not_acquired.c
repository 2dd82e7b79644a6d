//@ check --model rc11: assertion line=30
//@ check --model pso: safe executions=2
//@ cflags: -DRAISE=memory_order_release
// The flag is released, but looked at relaxed: under rc11 that orders nothing; pso keeps the order of reads anyway.
#include "message_passing.c"
