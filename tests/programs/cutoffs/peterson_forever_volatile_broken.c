//@ check --races explore --explorer prefix: assertion line=@broken
//@ check --races explore --explorer states: assertion line=@broken
// As peterson_forever_volatile.c, but who enters claims the turn instead of giving it away.
#define MISTAKE
#include "peterson_forever_volatile.c"
