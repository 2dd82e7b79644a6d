//@ cflags: -O2
//@ check: safe
#include "seconds.c"
