//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>

static int sum(int n, int a[n][n]) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i][i];
    return total;
}

int main(void) {
    for (int n = 1; n < 5; n++) {
        int square[n][n];
        assert(sizeof square == (size_t)(n * n) * sizeof(int));
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                square[i][j] = i + j;
        assert(sum(n, square) == n * (n - 1));
    }
    return 0;
}
