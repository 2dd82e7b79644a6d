//@ check: safe
//@ cflags: -DSECOND=sem_wait
// See the other file. Here main waits for the semaphore: T1's post happens before that.
#include "second_post.c"
