//@ check: safe executions=6
// As sleep_longer.c, by C11's function.
#include <threads.h>
#define SLEEP(d) thrd_sleep(d, NULL)
#include "sleep_longer.c"
