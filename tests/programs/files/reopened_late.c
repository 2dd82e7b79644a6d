//@ check: assertion line=@size
//@ cflags: -DONE
// As reopened.c, but relies on the line's being in the new file.
#include "reopened.c"
