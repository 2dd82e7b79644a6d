//@ check: liveness line=@poll thread=1 message="waits for `ready` to change from 0, and no thread is left to write that"
//@ check --model rc11: liveness line=@poll thread=1
// See never.c.
#define READ_WRITE
#include "never.c"
