//@ check: safe
// feof, ungetc, setvbuf and the like are no points.
#define STREAM fopen("/tmp/stream", "w+")
#define POINT (feof(out), ferror(out), clearerr(out), fileno(out), setvbuf(out, NULL, _IOFBF, 100), ungetc('x', out))
#include "holds_mutex.c"
