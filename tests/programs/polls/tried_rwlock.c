//@ check --unroll 3: assertion line=@late
//@ check --unroll 3 --model rc11: assertion line=@late
// See tried.c.
#define READ_WRITE
#include "tried.c"
