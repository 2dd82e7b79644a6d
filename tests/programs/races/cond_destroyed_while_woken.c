//@ check: safe
//@ check --model rc11: safe
//@ check --model pso: safe
// Destroying waits for those that are woken.
#define WAKE pthread_cond_broadcast
#define DESTROY pthread_cond_destroy
#include "cond_freed_while_woken.h"
