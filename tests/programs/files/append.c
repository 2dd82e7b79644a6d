//@ check: safe executions=2
//@ check --races explore: safe executions=2
// Two threads append to one file, each by a descriptor of its own that main has opened: both lines are there, in either order.
#include "append.h"
