//@ check: data-race line=@here
// Two names are two semaphores.
#define NAME(i) (i ? "/lock1" : "/lock0")
#include "sem_named_excludes.c"
