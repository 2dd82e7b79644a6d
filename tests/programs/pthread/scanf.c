//@ check: incomplete unsupported=scanf
#include <stdio.h>

int main(void) {
    int n = 0;
    return scanf("%d", &n);
}
