//@ check: data-race
//@ check --races explore: assertion
//@ cflags: -DN=2
// Without the mutex an addition is lost.
#include <pthread.h>
#define pthread_mutex_lock(m) 0
#define pthread_mutex_unlock(m) 0
#include "../../../benches/programs/posix/pi.c"
