//@ check --explorer prefix: safe
//@ check --explorer states: safe
// As stores_in_vain.c, but it is never late.
#define ALWAYS
#include "stores_in_vain.c"
