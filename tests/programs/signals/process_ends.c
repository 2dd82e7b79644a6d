//@ check: exit-status
// One thread does not block it, and so it may be for that one.
#define UNBLOCKS
#include "process.c"
