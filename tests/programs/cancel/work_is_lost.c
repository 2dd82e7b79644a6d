//@ check: deadlock line=@wait|@join
// The thread that is cancelled may have been woken by the signal, and so the other one is not.
#define GIVES_UP
#include "signal_is_not_eaten.c"
