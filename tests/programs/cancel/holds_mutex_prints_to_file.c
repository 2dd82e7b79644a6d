//@ check: deadlock line=@here
// As holds_mutex_prints.c, but by a descriptor.
#include <fcntl.h>
#define STREAM (descriptor = open("/tmp/stream", O_WRONLY | O_CREAT, 0600), NULL)
#define POINT dprintf(descriptor, "x")
static int descriptor;
#include "holds_mutex.c"
