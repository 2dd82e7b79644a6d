// How many coins of 1 and 3 make an amount of 4 at least: 2. Values are kept plus one.
// -DBOTTOM_UP fills the table from the beginning, otherwise from the end; THREADS is 3 or 4.
#define SIZE 5
#define EXPECTED (2 + 1)
#include "memo.h"

static int entry(int n) {
    if (n == 0)
        return 1;
    int best = solve(n - 1);
    if (n >= 3 && solve(n - 3) < best)
        best = solve(n - 3);
    return best + 1;
}
