// Rod cutting (Cormen and others, Introduction to Algorithms): the best price for a rod of length 3, prices 1, 5, 8; values are kept plus one.
// -DBOTTOM_UP fills the table from the beginning, otherwise from the end; THREADS is 3 or 4.
#define SIZE 4
#define EXPECTED (8 + 1)
#include "memo.h"

static int entry(int n) {
    static const int price[] = {0, 1, 5, 8};
    int best = 0;
    for (int cut = 1; cut <= n; cut++) {
        int rest = solve(n - cut) - 1;
        if (price[cut] + rest > best)
            best = price[cut] + rest;
    }
    return best + 1;
}
