// G. L. Peterson and M. J. Fischer, "Economical solutions for the critical section problem in a distributed system", STOC 1977: the
// algorithm for two threads, each of which has one variable of three values, which only it writes. Twice thread 0 makes its value equal to
// the other thread's, thread 1 makes its own different; then each waits as long as they are as it makes them.
//
// Why it excludes. Let both be inside. In its last entry thread i has read (e_i), written (f_i), read (r_i), written (s_i), then gone on at some
// read; what s_i wrote is still there. Thread 0 waits for a difference and thread 1 for equality, so one thread, l, must wait as the values are now;
// w is the other one. l went on at a read c, where it did not see what s_w wrote: s_l < c < s_w.
// * If s_l < r_w, w made its value of the one that l has now, such that w must wait. But it is l who must. So r_w < s_l.
// * Then f_w < r_w < s_l < c < s_w, and c saw what f_w wrote. If f_w < r_l, so did r_l, and l made its value such that it had to wait at c.
//   So f_l < r_l < f_w < r_w < s_l, and r_w saw what f_l wrote. Had e_w seen that too, s_w would have written what f_w wrote. So e_w < f_l.
// * Then r_l, between e_w and f_w, found nobody, and l kept what f_l wrote. w made its value of that, such that w must wait. Contradiction.
#include "critical.h"

static atomic_int value[2]; // 0: nobody is here; else 1 or 2

// The value with which a thread must wait for the other one, of this value.
static int polite(int me, int other) {
    return me == 0 ? other : 3 - other;
}

static void lock(int me) {
    int seen = value[1 - me];
    int mine = seen ? polite(me, seen) : 1;
    value[me] = mine;
    seen = value[1 - me];
    if (seen)
        mine = polite(me, seen);
    value[me] = mine;
    do
        seen = value[1 - me];
    while (seen && mine == polite(me, seen));
}

static void unlock(int me) {
    value[me] = 0;
}
