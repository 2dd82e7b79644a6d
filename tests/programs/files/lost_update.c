//@ check: assertion line=@assert
//@ check --races explore: assertion line=@assert
// Two threads read a number from a file, and write back one more.
#include "lost_update.h"
