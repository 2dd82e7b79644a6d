//@ cflags: -O2 -fno-inline
//@ check: safe
#include "helper.c"
