//@ check: deadlock line=@wait|@join
// Nobody sends a second one.
#define TWO
#include "waits.c"
