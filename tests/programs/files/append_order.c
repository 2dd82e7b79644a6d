//@ check: assertion line=@order
//@ cflags: -DORDER
// As append.c, but which line comes first is open.
#include "append.h"
