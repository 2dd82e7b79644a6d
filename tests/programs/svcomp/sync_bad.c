//@ check --symbolic: deadlock
//@ cflags: -DBAD
// See the other file.
#include "sync.c"
