//@ check --unroll 2 --model sc: incomplete limit=unroll
//@ check --unroll 3 --model sc: assertion
//@ cflags: -DLOOP=by_for
#include "unroll_rounds.c"
