//@ cflags: -Wno-atomic-alignment -DORDER=memory_order_relaxed
//@ check --model rc11: data-race line=@write|@read
//@ check --model sc: safe
// A relaxed store orders nothing. (Under sequential consistency every atomic read synchronises with what it reads.)
#include "atomic_synchronises.c"
