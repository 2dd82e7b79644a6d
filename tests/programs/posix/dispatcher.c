//@ check: safe executions=15 graph-only
//@ cflags: -DJOBS=2 -DWORKERS=2 -DPOLLS=1
// The dispatcher (1) looks at queue 0 and (2) at queue 1, (3) puts job 0 into queue 0, (4) looks at queue 0 and (5) at queue 1, (6) puts job 1 into
// the shorter one: into queue 0 if worker 0 looked between (3) and (4), into queue 1 if it looked before (1), before (3) or after (4). Then
// worker 1 looks before one of (2), (5), (6) or after them; otherwise before one of (2) and (5) or after them. 3 * 4 + 1 * 3.
#include "../../../benches/programs/posix/dispatcher.c"
