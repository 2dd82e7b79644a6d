//@ check --explorer prefix: safe note=none
//@ check --explorer states: safe
//@ check --explorer unfolding --cutoffs: safe
// As hands_on.c, but it always says so.
#define ALWAYS
#include "hands_on.c"
