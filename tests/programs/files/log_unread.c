//@ check: safe executions=1
// As log_read.c, but nobody reads what was written: nothing has to be ordered.
#include "log.h"
