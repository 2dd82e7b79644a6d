//@ check --file limits=tests/programs/files/number.txt: safe executions=1
//@ cflags: -DCONFIGURED
// As log_unread.c; another file is read, which is not that which is written.
#include "log.h"
