//@ check --symbolic: liveness
//@ cflags: -DNEVER
// See the other file.
#include "waits.c"
