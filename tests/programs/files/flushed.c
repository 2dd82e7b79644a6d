//@ check: safe executions=1
//@ cflags: -DFLUSH
#include "flushed.h"
