//@ check --races explore: safe executions=4
//@ check --races explore --model tso: safe executions=4
//@ check --races explore --model pso: safe executions=4
//@ check --races explore --model ra: safe executions=4
//@ check --races explore --model rc11: safe executions=4
// Each of the two members is read before or after it is written: four executions.
#define COUNTED
#define RETURNED
#include "by_value_tears.c"
