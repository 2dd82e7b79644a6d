//@ check --explorer prefix: assertion line=@broken
// As szymanski_forever.c, without the wait for threads of smaller numbers.
#define MISTAKE
#include "szymanski_forever.c"
