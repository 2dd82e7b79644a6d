//@ check: deadlock line=@locked
//@ cflags: -DBY_HAND
// As stream.c, but it was locked by hand: nobody unlocks it.
#include "stream.c"
