//@ cflags: -O1
//@ check --races explore: assertion line=@torn
// Two floats are passed as a vector; the store is one of 8 bytes.
#define MEMBERS float a, b;
#define ONES {1, 1}
#define WHOLE(v) ((v).a == (v).b)
#include "by_value_tears.c"
