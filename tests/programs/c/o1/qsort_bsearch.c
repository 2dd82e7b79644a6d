//@ check: safe executions=1
//@ cflags: -O1
// qsort_bsearch.c as clang optimises it at -O1.
#include "../qsort_bsearch.c"
