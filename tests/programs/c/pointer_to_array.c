//@ check: safe executions=1
#include <assert.h>

static int grid[3][4];

static int sum(int (*rows)[4], int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            total += rows[i][j];
    return total;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            grid[i][j] = 10 * i + j;
    assert(sum(grid, 3) == 138 && grid[2][3] == 23 && (*(grid + 1))[2] == 12);
    assert(sizeof grid == 48 && &grid[1][0] == (int *)grid + 4);
    return 0;
}
