//@ check: safe executions=8 graph-only
//@ cflags: -DN=16
// filesystem of Flanagan and Godefroid with 16 threads: 8.
#include "filesystem_14.c"
