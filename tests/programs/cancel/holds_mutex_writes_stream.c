//@ check: deadlock line=@here
// As holds_mutex_prints.c, but it writes to a stream of a file.
#define POINT fprintf(out, "x")
#define STREAM fopen("/tmp/stream", "w")
#include "holds_mutex.c"
