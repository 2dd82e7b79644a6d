//@ cflags: -DIN_HANDLER=exit(0)
//@ check: sync-misuse message="the program is ended twice" output="handler\n"
//@ check --explorer optimal: sync-misuse
// A handler must not call exit (C11 7.22.4.4).
#include "exit_in_handler.h"
