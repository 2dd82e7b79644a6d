//@ check: safe
// As sleep_longer.c, but a rest may be written.
#include <time.h>
static struct timespec rest;
#define N 2
#define SLEEP(d) nanosleep(d, &rest)
#include "sleep_longer.c"
