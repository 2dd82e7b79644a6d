// Longest increasing subsequence: entry n is the length of the longest one that ends at element n.
// -DBOTTOM_UP fills the table from the beginning, otherwise from the end; THREADS is 3 or 4.
#define SIZE 4
#define EXPECTED 3
#include "memo.h"

static int entry(int n) {
    static const int element[] = {2, 5, 3, 7};
    int best = 1;
    for (int before = 0; before < n; before++)
        if (element[before] < element[n] && solve(before) + 1 > best)
            best = solve(before) + 1;
    return best;
}
