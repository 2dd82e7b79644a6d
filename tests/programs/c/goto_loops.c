//@ check: safe executions=1
#include <assert.h>

int main(void) {
    int n = 0;
again:
    n++;
    if (n < 10)
        goto again;
    assert(n == 10);
    for (int i = 0;; i++) {
        if (i % 2)
            continue;
        for (int j = 0; j < 5; j++)
            if (i + j == 9)
                goto out;
        n++;
    }
out:
    assert(n == 13);
    do
        n--;
    while (n > 5);
    while (n)
        n--;
    assert(n == 0);
    return 0;
}
