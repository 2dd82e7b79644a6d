//@ cflags: -O1
//@ check: safe
// not_used.c as clang optimises it at -O1: it adds before the loop.
#include "not_used.c"
