//@ check --explorer prefix --fairness strong: safe note=starvation
// As starves_mutex.c, but the other thread only tries: it may find the mutex taken each time.
#define TRIES
#include "starves_mutex.c"
