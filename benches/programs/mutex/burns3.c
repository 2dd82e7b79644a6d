// Burns' algorithm for three threads.
#define THREADS 3
#include "burns.c"
