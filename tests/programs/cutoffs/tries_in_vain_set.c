//@ check --model sc --explorer prefix: safe
// As tries_in_vain.c, but `main` sets it.
#define SETS
#include "tries_in_vain.c"
