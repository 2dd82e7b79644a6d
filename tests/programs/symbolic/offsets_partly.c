//@ check --symbolic: uninitialised-read line=@found
//@ cflags: -DKIND=9
// Where some bytes are initialised and others not, each offset is asked.
#include "offsets.c"
