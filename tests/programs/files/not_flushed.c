//@ check: assertion line=@read
// A stream keeps back what is written: another thread that opens the file finds nothing.
#include "flushed.h"
