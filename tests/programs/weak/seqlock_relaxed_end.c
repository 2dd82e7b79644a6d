//@ check --model rc11: assertion message="l == r"
//@ check --model sc: safe
//@ cflags: -DN=1 -DWRITES=1 -DEND=memory_order_relaxed
// The even number is stored relaxed: a reader that sees it twice may still see old data.
#include "../../../benches/programs/seqlock.c"
