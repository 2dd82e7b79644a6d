//@ cflags: -DIN_HANDLER=_exit(0)
//@ check: safe executions=1 output="handler\n"
//@ check --explorer optimal: safe
// The handler ends the program with another status than main returned: that is the status.
#include "exit_in_handler.h"
