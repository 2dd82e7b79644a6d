//@ check --model rc11: use-after-free|data-race
// As part_in_a_race.c, with memory that is freed.
#define FREES
#include "part_in_a_race.c"
