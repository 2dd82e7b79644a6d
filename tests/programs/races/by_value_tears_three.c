//@ check --races explore: safe executions=8
//@ check --races explore --explorer optimal: safe
//@ check --races explore --model rc11: safe executions=8
// Three members of two sizes: each is read before or after it is written.
#define MEMBERS int a; short b, c;
#define ONES {1, 1, 1}
#define WHOLE(v) ((v).a == (v).b && (v).b == (v).c)
#define COUNTED
#include "by_value_tears.c"
