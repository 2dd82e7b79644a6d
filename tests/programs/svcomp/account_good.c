//@ check --symbolic: safe
//@ cflags: -DGOOD
// See the other file.
#include "account.c"
