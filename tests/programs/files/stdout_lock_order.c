//@ check: deadlock
// As log_lock_order.c, but on standard output.
#define OPEN stdout
#include "log_lock_order.c"
