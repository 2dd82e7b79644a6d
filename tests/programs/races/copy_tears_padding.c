//@ check --races explore: assertion
//@ check --races explore --explorer optimal: assertion
//@ check --races explore --model rc11: assertion
// With padding, which nobody has initialised, and that decides nothing.
#define PARTS
struct part { char a; int b; };
#define FILL(p) (p)->a = (p)->b = 1
#define WHOLE(p) ((p)->a == (p)->b)
#include "copy_tears.c"
