//@ check --races explore: safe executions=2
//@ check --races explore --model rc11: safe executions=2
// One member of 8 bytes does not tear: it is read before or after.
#define MEMBERS long a;
#define ONES {1}
#define WHOLE(v) ((v).a == 0 || (v).a == 1)
#include "by_value_tears.c"
