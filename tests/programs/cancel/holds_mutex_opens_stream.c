//@ check: deadlock line=@here
// As holds_mutex_prints.c, but it opens a file.
#define POINT fopen("/tmp/stream", "w")
#include "holds_mutex.c"
