//@ check: deadlock line=@sleep
// Who is woken says that nobody else waits: of two that wait, the second is never woken.
#define AGAIN 1
#define THREADS 3
#include "mutex2.h"
