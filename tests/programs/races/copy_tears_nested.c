//@ check --races explore: assertion
//@ check --races explore --explorer optimal: assertion
//@ check --races explore --model rc11: assertion
// Members of members, in an array.
#define PARTS
struct inner { short s[2]; };
struct part { struct inner in[2]; };
#define FILL(p) (p)->in[0].s[0] = (p)->in[0].s[1] = (p)->in[1].s[0] = (p)->in[1].s[1] = 1
#define WHOLE(p) ((p)->in[1].s[0] == (p)->in[1].s[1])
#include "copy_tears.c"
