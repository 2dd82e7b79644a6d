//@ check: assertion
// The same, but the reader does not look again.
#define AGAIN(before) 1
#include "seqlock.c"
