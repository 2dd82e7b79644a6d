//@ check --symbolic: safe
//@ check --symbolic --races explore: safe
//@ cflags: -DGOOD
// See the other file.
#include "wronglock.c"
