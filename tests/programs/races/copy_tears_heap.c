//@ check --races explore: assertion
//@ check --races explore --explorer optimal: assertion
//@ check --races explore --model rc11: assertion
// On the heap, by `memcpy`.
#define COPY(to, from) memcpy(to, from, sizeof *(to))
#define SHARED struct part *shared;
#define MAKE shared = calloc(1, sizeof *shared);
#include "copy_tears.c"
