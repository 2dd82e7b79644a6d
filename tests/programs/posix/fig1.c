//@ check: safe executions=6
//@ cflags: -DN=3
// 2 N
#include "../../../benches/programs/posix/fig1.c"
