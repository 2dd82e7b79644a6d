//@ check: safe executions=90
//@ cflags: -DREAD
// Three threads write two lines each to one stream, and main reads them back: each of the 6! / 2^3 orders.
#include "log.h"
