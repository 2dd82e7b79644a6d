//@ check --explorer prefix: safe
//@ check --explorer states: safe
// As each_by_itself.c, but `main` sets it.
#define SETS
#include "each_by_itself.c"
