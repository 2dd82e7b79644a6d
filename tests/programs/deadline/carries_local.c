//@ check: safe
// As carries_wrong_local.c, with the right number.
#define LIMIT 1000000000
#include "carries_wrong_local.c"
