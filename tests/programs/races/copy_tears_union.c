//@ check --races explore: assertion
//@ check --races explore --explorer optimal: assertion
//@ check --races explore --model rc11: assertion
// The members of a union overlap: bytes.
#define PARTS
union half { char c[4]; int i; };
struct part { union half a, b; };
#define FILL(p) (p)->a.i = (p)->b.i = 0x01010101
#define WHOLE(p) ((p)->a.c[1] == (p)->a.c[2])
#include "copy_tears.c"
