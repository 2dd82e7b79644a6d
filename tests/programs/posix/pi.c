//@ check: safe executions=24
//@ cflags: -DN=4
// 4!
#include "../../../benches/programs/posix/pi.c"
