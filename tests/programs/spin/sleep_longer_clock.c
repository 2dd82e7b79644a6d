//@ check: safe executions=6
// As sleep_longer.c, by a clock of the caller's choice.
#define SLEEP(d) clock_nanosleep(CLOCK_MONOTONIC, 0, d, NULL)
#include "sleep_longer.c"
