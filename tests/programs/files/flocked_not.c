//@ check: assertion line=@together
//@ cflags: -DNOT
#include "flocked.h"
