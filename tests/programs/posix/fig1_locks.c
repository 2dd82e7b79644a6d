//@ check: safe executions=8 graph-only
//@ cflags: -DN=4 -DLOCKS
// 2 N
#include "../../../benches/programs/posix/fig1.c"
