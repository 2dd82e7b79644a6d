//@ check: assertion line=@length
//@ cflags: -DFLAG=0
// As append.c, without O_APPEND: both write at the beginning.
#include "append.h"
