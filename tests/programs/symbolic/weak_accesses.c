//@ check --symbolic: safe
//@ check --symbolic --model rc11 --explorer graph: safe
//@ check --symbolic --model sc --explorer source: safe
//@ cflags: -DKIND=4
// Weak accesses are not refused: `graph` knows the models. (Which explorers do not is a test of plans.)
#include "refused.c"
