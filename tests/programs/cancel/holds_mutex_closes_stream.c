//@ check: deadlock line=@here
// As holds_mutex_prints.c, but it closes a stream of a file.
#define POINT fclose(out)
#define STREAM fopen("/tmp/stream", "w")
#include "holds_mutex.c"
