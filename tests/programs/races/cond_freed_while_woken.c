//@ check: use-after-free line=@wait other=@free thread=1
//@ check --model rc11: use-after-free line=@wait other=@free thread=1
// The thread that was woken has not returned from its wait (a real one uses the object until then).
#define WAKE pthread_cond_signal
#define DESTROY(cond) (void)(cond)
#include "cond_freed_while_woken.h"
