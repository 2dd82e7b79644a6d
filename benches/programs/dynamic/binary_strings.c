// How many binary strings of length 4 have no two consecutive ones: 8 (Fibonacci numbers).
// -DBOTTOM_UP fills the table from the beginning, otherwise from the end; THREADS is 3 or 4.
#define SIZE 5
#define EXPECTED 8
#include "memo.h"

static int entry(int n) {
    return n < 2 ? n + 1 : solve(n - 1) + solve(n - 2);
}
