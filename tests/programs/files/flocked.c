//@ check: safe executions=2
// Calls between flockfile and funlockfile stay together.
#include "flocked.h"
