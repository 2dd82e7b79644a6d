// A. Correia and P. Ramalhete, "Mutual exclusion - two linear wait software solutions", 2015: CRTurn. The threads stand in a circle, and it is one
// thread's turn. Who wants to enter says so (ENTERING) and looks at the threads from the one whose turn it is up to itself. If one of
// them wants to enter too, it steps back (WAITING) until none does. Otherwise it waits until nobody of those after it, up to the one whose turn
// it is, is ENTERING. When the turn has changed meanwhile it starts again. Who leaves gives the turn to the next thread.
//
// Why it excludes. Let a and b be inside, and let a have become ENTERING, the last time, before b did. After that b looked at all others, for one
// value of turn: those from there to b, and those from b to there. a was among them, and ENTERING, as it is until it leaves. So b
// did not enter.
#include "critical.h"

enum { OUTSIDE, WAITING, ENTERING };
static atomic_int state[THREADS], turn;

static int next(int thread) {
    return (thread + 1) % THREADS;
}

// Whether nobody from the one whose turn it is up to this thread wants to enter.
static int first(int me, int whose_turn) {
    for (int i = whose_turn; i != me; i = next(i))
        if (state[i] != OUTSIDE)
            return 0;
    return 1;
}

// Whether nobody after this thread, up to the one whose turn it is, is entering.
static int alone(int me, int whose_turn) {
    for (int i = next(me); i != whose_turn; i = next(i))
        if (state[i] == ENTERING)
            return 0;
    return 1;
}

static void lock(int me) {
    state[me] = ENTERING;
    for (;;) {
        int seen = turn;
        if (!first(me, seen)) {
            state[me] = WAITING;
            do
                seen = turn;
            while (!first(me, seen) || turn != seen);
            state[me] = ENTERING;
            continue;
        }
        while (turn == seen && !alone(me, seen))
            ;
        if (turn == seen)
            return;
    }
}

static void unlock(int me) {
    turn = next(turn);
    state[me] = OUTSIDE;
}
