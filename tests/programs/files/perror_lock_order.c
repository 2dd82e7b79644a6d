//@ check: deadlock
// As log_lock_order.c: perror takes the lock of standard error.
#define OPEN stderr
#define CALL perror("x")
#include "log_lock_order.c"
