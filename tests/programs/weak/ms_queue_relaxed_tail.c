//@ check --model rc11: null-pointer
//@ check --model sc: safe
//@ cflags: -DN=2 -DMOVE_TAIL=memory_order_relaxed
// The tail is moved with a relaxed compare-and-swap: who sees the new tail need not see the link that leads there, and
// follows a null pointer from the head.
#include "../../../benches/programs/ms_queue.c"
