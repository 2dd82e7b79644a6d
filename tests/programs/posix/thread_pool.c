//@ check: safe executions=16
//@ cflags: -DJOBS=2 -DWORKERS=2
// WORKERS! sum over j of C(JOBS, j) C(WORKERS - 1, j - 1) 2^j = 2 (2 * 1 * 2 + 1 * 1 * 4), see the program
#include "../../../benches/programs/posix/thread_pool.c"
