//@ cflags: -DFENCE=_mm_lfence -include immintrin.h
//@ check --model tso: assertion line=@bug
//@ check --model rc11: assertion line=@bug
// lfence orders no write before a read.
#include "store_buffering.c"
