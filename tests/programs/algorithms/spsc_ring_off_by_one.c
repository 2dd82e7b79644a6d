//@ check: data-race|assertion
// The same, but full is noticed one item too late.
#define FULL(n) ((n) > SIZE)
#include "spsc_ring.c"
