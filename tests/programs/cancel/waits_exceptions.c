//@ cflags: -fexceptions
//@ check: safe
#include "waits.c"
