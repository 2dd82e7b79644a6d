//@ check: safe
#define CLEANS
#include "holds_mutex.c"
