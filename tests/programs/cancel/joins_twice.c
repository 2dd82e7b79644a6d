//@ check: sync-misuse line=@again
// It may have joined it before it is cancelled.
#define TOO_EARLY
#include "joins.c"
