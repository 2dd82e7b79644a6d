//@ check: safe executions=64 graph-only
//@ cflags: -DN=13
// indexer of Flanagan and Godefroid with 13 threads: 64.
#include "indexer_12.c"
