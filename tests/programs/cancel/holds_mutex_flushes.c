//@ check: deadlock line=@here
// As holds_mutex_prints.c, but it flushes a stream of a file.
#define POINT fflush(out)
#define STREAM fopen("/tmp/stream", "w")
#include "holds_mutex.c"
