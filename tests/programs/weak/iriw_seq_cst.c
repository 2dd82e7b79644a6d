//@ check --model rc11: safe
//@ check --model ra: assertion line=52
//@ check: safe
//@ cflags: -DORDER=memory_order_seq_cst -DWRITE=memory_order_seq_cst
// With seq_cst everywhere rc11 is sequentially consistent (and auto takes sc); ra knows no seq_cst accesses.
#include "iriw.c"
