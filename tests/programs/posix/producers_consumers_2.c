//@ check: safe executions=72 graph-only
//@ cflags: -DPRODUCERS=2 -DCONSUMERS=2
// By brute force (classes.py).
#include "../../../benches/programs/posix/producers_consumers.c"
