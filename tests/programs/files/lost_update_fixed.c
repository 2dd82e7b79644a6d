//@ check: safe executions=2
//@ check --races explore: safe executions=2
//@ cflags: -DLOCKED
// As lost_update.c, with a lock around both. By number: who comes first.
#include "lost_update.h"
