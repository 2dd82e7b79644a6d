//@ check: data-race line=@adds other=@adds
//@ cflags: -DRECORDS
// Locks of records do not keep threads of one process apart (fcntl(2)).
#include "file_lock.h"
