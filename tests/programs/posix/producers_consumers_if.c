//@ check: assertion
//@ cflags: -DPRODUCERS=2 -DCONSUMERS=2
// Whoever was woken may find that another was faster: `if` is not enough.
#include <assert.h>
#include <pthread.h>
#define while if
#include "../../../benches/programs/posix/producers_consumers.c"
