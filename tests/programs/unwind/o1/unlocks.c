//@ cflags: -O1 -fexceptions
//@ check: safe executions=2
// unlocks.c as clang optimises it at -O1.
#include "../unlocks.c"
