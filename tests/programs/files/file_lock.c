//@ check: safe
#include "file_lock.h"
