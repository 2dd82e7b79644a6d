//@ check: data-race
//@ cflags: -DTHREADS=3
// CRTurn where a thread enters when the turn has changed while it waited, instead of starting again: two that wait for a third both do.
#include "../../../benches/programs/mutex/critical.h"

enum { OUTSIDE, WAITING, ENTERING };
static atomic_int state[THREADS], turn;

static int next(int thread) {
    return (thread + 1) % THREADS;
}
static int first(int me, int whose_turn) {
    for (int i = whose_turn; i != me; i = next(i))
        if (state[i] != OUTSIDE)
            return 0;
    return 1;
}
static int alone(int me, int whose_turn) {
    for (int i = next(me); i != whose_turn; i = next(i))
        if (state[i] == ENTERING)
            return 0;
    return 1;
}

static void lock(int me) {
    int seen;
    state[me] = ENTERING;
    for (;;) {
        seen = turn;
        if (first(me, seen))
            break;
        state[me] = WAITING;
        do
            seen = turn;
        while (!first(me, seen) || turn != seen);
        state[me] = ENTERING;
    }
    while (turn == seen && !alone(me, seen))
        ;
}

static void unlock(int me) {
    turn = next(turn);
    state[me] = OUTSIDE;
}
