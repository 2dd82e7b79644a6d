//@ check --symbolic --solver-timeout 1ms: safe
//@ cflags: -DKIND=1
// A disjunction of equalities.
#include "few_said.c"
