//@ check: safe
//@ check --explorer optimal: safe
//@ check --explorer rvf: safe
//@ check --explorer vc: safe
//@ cflags: -DN=2
// The proof is in the header of the program.
#include "../../../benches/programs/mutex/tsay.c"
