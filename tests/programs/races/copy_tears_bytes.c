//@ check --races explore: assertion
//@ check --races explore --explorer optimal: assertion
//@ check --races explore --model rc11: assertion
// Nobody knows of what type it is: bytes.
#define PARTS
struct part { char bytes[4]; };
#define FILL(p) memset(p, 1, 4)
#define WHOLE(p) ((p)->bytes[0] == (p)->bytes[3])
#define COPY(to, from) memmove(to, from, 4)
#define SHARED void *shared;
#define MAKE shared = calloc(2, 2);
#include "copy_tears.c"
