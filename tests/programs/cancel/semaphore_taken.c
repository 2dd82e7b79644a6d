//@ check: assertion line=@here
// What has come before it is cancelled it may have taken.
#define ALWAYS
#include "semaphore.c"
