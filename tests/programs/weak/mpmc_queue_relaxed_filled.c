//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DN=1 -DFILLED=memory_order_relaxed
// A filled cell is handed on with a relaxed store: the consumer reads the value while nothing orders it after the writing.
#include "../../../benches/programs/mpmc_queue.c"
