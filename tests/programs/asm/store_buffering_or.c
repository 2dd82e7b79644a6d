//@ cflags: -DFENCE=asm_full_fence_or -include immintrin.h
//@ check --model tso: safe
//@ check --model rc11: safe
// The same with another fence.
#include "store_buffering.c"
