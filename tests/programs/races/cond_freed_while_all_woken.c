//@ check: use-after-free line=@wait other=@free thread=1
#define WAKE pthread_cond_broadcast
#define DESTROY(cond) (void)(cond)
#include "cond_freed_while_woken.h"
