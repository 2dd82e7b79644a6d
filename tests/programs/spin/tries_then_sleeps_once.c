//@ check: assertion
//@ check --explorer optimal --model sc: assertion
// That a thread sleeps is found.
#define MOST_SLEEPS 0
#include "tries_then_sleeps.c"
