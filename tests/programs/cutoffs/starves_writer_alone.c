//@ check --explorer prefix --fairness strong: safe note=none
// As starves_writer.c, with one reader: who lets go of the lock, and then takes it again, leaves it free in between.
#define ALONE
#include "starves_writer.c"
