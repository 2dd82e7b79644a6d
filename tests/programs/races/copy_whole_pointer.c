//@ check --races explore: safe executions=2
//@ check --races explore --explorer optimal: safe
//@ check --races explore --model rc11: safe executions=2
// A structure of one pointer does not tear: it is copied at once, before or after.
#define PARTS
static int one;
struct part { void *p; };
#define FILL(q) (q)->p = &one
#define WHOLE(q) ((q)->p == NULL || (q)->p == &one)
#include "copy_tears.c"
