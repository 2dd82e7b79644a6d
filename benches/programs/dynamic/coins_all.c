// In how many ways coins of 1 and 2, in any order, make an amount of 4: 5 ways.
// -DBOTTOM_UP fills the table from the beginning, otherwise from the end; THREADS is 3 or 4.
#define SIZE 5
#define EXPECTED 5
#include "memo.h"

static int entry(int n) {
    return n < 2 ? 1 : solve(n - 1) + solve(n - 2);
}
