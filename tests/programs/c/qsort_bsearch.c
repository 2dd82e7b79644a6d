//@ check: safe executions=1
#include <assert.h>
#include <stdlib.h>

static int calls;
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    calls++;
    return (x > y) - (x < y);
}

int main(void) {
    int a[] = {5, -1, 9, 3, 3, 0, 7, 2};
    qsort(a, 8, sizeof *a, compare);
    for (int i = 1; i < 8; i++)
        assert(a[i - 1] <= a[i]);
    assert(a[0] == -1 && a[7] == 9 && calls > 0);
    int key = 7, missing = 4;
    assert(bsearch(&key, a, 8, sizeof *a, compare) == &a[6]);
    assert(bsearch(&missing, a, 8, sizeof *a, compare) == NULL);
    qsort(a, 0, sizeof *a, compare);
    return 0;
}
