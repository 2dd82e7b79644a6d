//@ check: safe executions=32 graph-only
//@ check --spurious: incomplete limit=spurious graph-only
//@ cflags: -DPRODUCERS=1 -DCONSUMERS=1 -DITEMS=3
// 2^(2 ITEMS - 1), see the program
#include "../../../benches/programs/posix/producers_consumers.c"
