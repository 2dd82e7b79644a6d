//@ check --model rc11: assertion message="l == r"
//@ check --model sc: safe
//@ cflags: -DN=1 -DWRITES=1 -DAGAIN=memory_order_relaxed
// No fence before the second look at the number, which may see the old one though the data is new.
#include "../../../benches/programs/seqlock.c"
