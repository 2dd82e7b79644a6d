//@ check: safe executions=2 note=random
// As rand_threads.c, without srand. Two executions: either thread is the first to take its turn.
#include "rand_threads.c"
