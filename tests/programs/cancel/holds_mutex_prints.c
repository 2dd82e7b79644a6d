//@ check: deadlock line=@here
// printf may be such a point, too (POSIX 2.9.5; in glibc it is one when it writes).
#define POINT printf("x\n")
#include "holds_mutex.c"
