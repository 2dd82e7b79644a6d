//@ check: incomplete limit=clock
// As carries_microseconds.c, with a number that is too small.
#define LIMIT 100000
#include "carries_microseconds.c"
