//@ check --symbolic: data-race
//@ cflags: -DBAD
// See the other file.
#include "queue.c"
