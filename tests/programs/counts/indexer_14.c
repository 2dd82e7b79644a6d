//@ check: safe executions=512 graph-only
//@ cflags: -DN=14
// indexer of Flanagan and Godefroid with 14 threads: 512.
#include "indexer_12.c"
