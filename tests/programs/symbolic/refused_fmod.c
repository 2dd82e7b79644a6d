//@ check --symbolic: incomplete unsupported="fmod"
//@ cflags: -DKIND=1 -fno-math-errno
// See the other file. (As an instruction: the library function is asked for each value of its argument.)
#include "refused.c"
