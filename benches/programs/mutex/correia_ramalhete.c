// A. Correia and P. Ramalhete, "Mutual exclusion - two linear wait software solutions", 2016: the one with a turn.
#include "critical.h"

enum { UNLOCKED, WAITING, LOCKED };

static atomic_int state[THREADS], turn;

// Whether nobody from `from` to before `me`, in a ring, is locked or waits.
static int left_is_free(int from, int me) {
    for (int i = from; i != me; i = (i + 1) % THREADS)
        if (state[i] != UNLOCKED)
            return 0;
    return 1;
}

// Whether nobody after `me`, up to before `to`, in a ring, is locked.
static int right_is_free(int me, int to) {
    for (int i = (me + 1) % THREADS; i != to && i != me; i = (i + 1) % THREADS)
        if (state[i] == LOCKED)
            return 0;
    return 1;
}

static void lock(int me) {
    state[me] = WAITING;
    for (;;) {
        int mine = turn;
        if (!left_is_free(mine, me))
            continue;
        state[me] = LOCKED;
        while (!right_is_free(me, mine))
            ;
        if (turn == mine)
            return;
        state[me] = WAITING;
    }
}

static void unlock(int me) {
    int next = (turn + 1) % THREADS;
    while (next != me && state[next] == UNLOCKED)
        next = (next + 1) % THREADS;
    turn = next;
    state[me] = UNLOCKED;
}
