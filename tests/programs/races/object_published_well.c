//@ check: safe
//@ check --model rc11: safe
// Released and acquired; destroyed after the join.
#define PUBLISH memory_order_release
#define TAKE memory_order_acquire
#include "object_published.c"
