//@ check --explorer prefix: assertion line=@broken
// As peterson_forever.c, but who enters claims the turn instead of giving it away.
#define MISTAKE
#include "peterson_forever.c"
