//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

static int row[5] = {10, 11, 12, 13, 14};

int main(void) {
    int *p = row, *end = row + 5;
    assert(*(p + 3) == 13 && p[4] == 14 && 2 [p] == 12);
    assert(end - p == 5 && &end[-1] == &row[4] && p < end && end > p && p != end);
    p += 2;
    assert(*p++ == 12 && *p-- == 13 && *--p == 11);
    char *bytes = (char *)row;
    assert(*(int *)(bytes + 4) == 11 && (char *)&row[2] - bytes == 8);
    uintptr_t address = (uintptr_t)p;
    assert((int *)address == p && *(int *)(address + sizeof(int)) == 12 && address % sizeof(int) == 0);
    int **pp = &p;
    **pp = 99;
    assert(row[1] == 99);
    return 0;
}
