//@ check: safe
//@ check --model rc11: safe
// The flag orders.
#define ORDER_OF_STORE memory_order_release
#define ORDER_OF_LOAD memory_order_acquire
#include "object_destroyed_early.c"
