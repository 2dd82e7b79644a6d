//@ check --symbolic: assertion line=@error
//@ cflags: -DBAD
// See the other file.
#include "read_write_lock.c"
