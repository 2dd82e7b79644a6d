//@ check: incomplete limit=clock
// A loop that goes on until it is time, three times at most.
#include "waits.h"

static int waits(void) {
    time_t until = time(NULL) + 1;
    for (int i = 0; i < 3 && time(NULL) < until; i++)
        decided++;
    return ETIMEDOUT;
}
