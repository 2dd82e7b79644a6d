//@ check: null-pointer|invalid-pointer line=@wait
// Only one of them can create it; nobody looks.
#define EXCLUSIVE
#include "sem_named_opened_by_threads.c"
