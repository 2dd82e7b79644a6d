//@ check: deadlock line=@here
// The handler does not unlock it.
#define KEEPS
#include "waits.c"
