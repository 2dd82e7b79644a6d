//@ check: data-race
//@ check --races explore: assertion
//@ cflags: -DJOBS=2 -DWORKERS=2
// Without the mutexes two workers take one job.
#include <pthread.h>
#define pthread_mutex_lock(m) 0
#define pthread_mutex_unlock(m) 0
#include "../../../benches/programs/posix/thread_pool.c"
