//@ check --races explore --explorer prefix: safe
//@ check --races explore --explorer states: safe
// As peterson_forever.c, with variables as they were written before C had atomic ones.
#include "critical_forever.h"

static volatile int wants[2], turn;

static void enter(int me) {
    wants[me] = 1;
#ifdef MISTAKE
    turn = me;
#else
    turn = 1 - me;
#endif
    while (wants[1 - me] && turn != me)
        ;
}

static void leave(int me) {
    wants[me] = 0;
}
