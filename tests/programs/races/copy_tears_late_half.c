//@ check --races explore: assertion line=@torn
//@ check --races explore --model tso: assertion line=@torn
//@ check --races explore --model pso: assertion line=@torn
//@ check --races explore --model ra: assertion line=@torn
//@ check --races explore --model rc11: assertion line=@torn
//@ check: data-race
// Some of the 64 executions show a reader the first member new and the last one old.
#define FAILS
#include "copy_tears_late.c"
