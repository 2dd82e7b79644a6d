//@ cflags: -DFENCE=asm_cpuid
//@ check --model tso: safe
//@ check --model rc11: safe
// The same with an instruction that waits until all before it is done.
#include "store_buffering.c"
