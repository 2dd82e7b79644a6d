//@ check --explorer prefix: safe
// Fourteen, one of whom takes the right fork first: the search for a deadlock must not try all combinations.
#define N 14
#include "philosophers_one_other.c"
