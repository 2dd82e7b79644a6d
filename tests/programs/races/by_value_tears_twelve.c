//@ check --races explore: safe executions=8
// Twelve bytes are passed as a number of 8 bytes and one of 4.
#define MEMBERS int a, b, c;
#define ONES {1, 1, 1}
#define WHOLE(v) ((v).a == (v).b && (v).b == (v).c)
#define COUNTED
#include "by_value_tears.c"
