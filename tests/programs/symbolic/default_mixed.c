//@ check: assertion line=@wrong message="n = 5 ("
//@ check --nondet 5..5: incomplete unsupported="`klee_int` takes input"
//@ check --input n=4: safe
//@ check --input other=0: assertion line=@wrong
//@ cflags: -DCALLED
// Choices alone ask for no input; with one call that only every value answers, they are input as well. What `read` takes is
// reached through a pointer only.
#include "default_choices.c"
