//@ check: safe
//@ check --model tso: safe
//@ check --explorer prefix: safe
#define AGAIN 2
#define THREADS 2
#include "mutex2.h"
