//@ check: incomplete unsupported="--stdin FILE"
// What standard input contains has to be said.
#include <stdio.h>

int main(void) {
    int n = 0;
    return scanf("%d", &n) == 1 ? n : 0;
}
