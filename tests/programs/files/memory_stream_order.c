//@ check: assertion line=@order
//@ cflags: -DONE
// As memory_stream.c, but relies on one order.
#include "memory_stream.c"
