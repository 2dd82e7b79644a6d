//@ check --explorer states: safe
#define AGAIN 2
#define THREADS 3
#include "mutex2.h"
