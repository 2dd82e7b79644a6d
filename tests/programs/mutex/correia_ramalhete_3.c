//@ check: safe graph-only
//@ cflags: -DTHREADS=3
#include "../../../benches/programs/mutex/correia_ramalhete.c"
