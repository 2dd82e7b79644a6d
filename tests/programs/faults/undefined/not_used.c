//@ check: safe
//@ check --explorer optimal: safe
//@ check --races explore: safe
// Arithmetic without a result that decides nothing is none of the machine's business: optimisers move such arithmetic to where its
// result may not be needed (not_used_o1.c). It may be copied, be computed with, and be overwritten.
#include <assert.h>
#include <limits.h>
#include <string.h>

static int sum(const int *a, int n, int x, int y) {
    int s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            s += x + y;
    return s;
}

struct pair { int a, b; };

int main(void) {
    static const int none[4];
    volatile int n = INT_MAX, by = 40;
    assert(sum(none, 4, n, n) == 0);
    struct pair p = {n + 1, 5}, q;
    memcpy(&q, &p, sizeof q);
    q.a *= 3;
    q.a = q.a << 2;
    double d = q.a;
    d += 1;
    int far = 1 << by;
    far = 7;
    assert(q.b == 5 && far == 7);
    return 0;
}
