//@ check --races explore: safe executions=2
// Bit-fields that lie side by side are one memory location (C17 3.14).
#define MEMBERS unsigned long a : 20, b : 44;
#define ONES {1, 1}
#define WHOLE(v) ((v).a == (v).b)
#include "by_value_tears.c"
