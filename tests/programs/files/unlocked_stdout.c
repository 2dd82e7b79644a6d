//@ check: data-race
// As unlocked.c, but on standard output.
#define PUT putchar_unlocked('a')
#define OPEN stdout
#include "unlocked.c"
