//@ cflags: -O2
//@ check: safe
// As carries_local.c, optimised: what is compared is the reading, before anything is added.
#define LIMIT 1000000000
#include "carries_wrong_local.c"
