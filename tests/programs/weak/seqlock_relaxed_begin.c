//@ check --model rc11: assertion message="l == r"
//@ check --model sc: safe
//@ cflags: -DN=1 -DWRITES=1 -DBEGIN=memory_order_relaxed
// No fence after the odd number: a reader sees some of the data, and still the old number.
#include "../../../benches/programs/seqlock.c"
