//@ check: assertion line=@asked
// As log_flush_fails.c, but one thread reads from the stream, which may only write: the other one finds that it has failed.
#define DOES fgetc(out)
#define ASKS
#include "log_flush_fails.c"
