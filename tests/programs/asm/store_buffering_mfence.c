//@ cflags: -DFENCE=_mm_mfence -include immintrin.h
//@ check --model tso: safe
//@ check --model rc11: safe
// The same with another fence.
#include "store_buffering.c"
