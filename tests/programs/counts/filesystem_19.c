//@ check: safe executions=64 graph-only
//@ cflags: -DN=19
// filesystem of Flanagan and Godefroid with 19 threads: 64.
#include "filesystem_14.c"
