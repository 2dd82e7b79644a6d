//@ check: assertion line=@last
//@ cflags: -DLAST
// Three threads: two may come to their last try in vain.
#include "tries_a_number_of_times.c"
