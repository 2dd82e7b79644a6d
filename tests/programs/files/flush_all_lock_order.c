//@ check: deadlock
// As log_lock_order.c: to flush all streams takes the lock of standard input as well.
#define OPEN stdin
#define CALL fflush(NULL)
#include "log_lock_order.c"
