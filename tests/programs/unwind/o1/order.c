//@ cflags: -O1 -fexceptions
//@ check: safe output="inner 0\ninner 3\nhandler 7\nouter 2\nend 42\n"
// order.c as clang optimises it at -O1.
#include "../order.c"
