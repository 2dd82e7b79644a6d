//@ check: deadlock line=@here
// As holds_mutex_prints.c, but it opens another file for a stream.
#define POINT freopen("/tmp/other", "w", out)
#define STREAM fopen("/tmp/stream", "w")
#include "holds_mutex.c"
