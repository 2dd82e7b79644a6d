//@ check: data-race
//@ check --races explore: assertion
//@ cflags: -DJOBS=2 -DWORKERS=2 -DPOLLS=1
#include <pthread.h>
#define pthread_mutex_lock(m) 0
#define pthread_mutex_unlock(m) 0
#include "../../../benches/programs/posix/dispatcher.c"
