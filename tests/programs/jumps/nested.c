//@ check: safe executions=1
// Two calls of setjmp in one activation stay valid beside each other; jumping to the first leaves the second as it was. The frames of qsort are
// left by a jump out of the comparison, and an inner handler that is over gives way to the outer one, as in test frameworks.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf first, second;

static int compare(const void *a, const void *b)
{
    if (*(const int *)a == 2 || *(const int *)b == 2)
        longjmp(second, 2);
    return *(const int *)a - *(const int *)b;
}

static int protect(jmp_buf *outer)
{
    jmp_buf saved;
    __builtin_memcpy(saved, *outer, sizeof saved);
    if (setjmp(*outer) == 0)
        longjmp(*outer, 1);
    __builtin_memcpy(*outer, saved, sizeof saved);
    return 1;
}

int main(void)
{
    volatile int stage = 0;
    if (setjmp(first) != 0)
        stage = 10;
    int got = setjmp(second);
    if (got == 0 && stage == 0)
        longjmp(first, 1);
    assert(stage == 10);
    if (got == 0) {
        int numbers[4] = { 4, 3, 2, 1 };
        qsort(numbers, 4, sizeof numbers[0], compare);
        assert(!"not reached");
    }
    assert(got == 2);

    if (setjmp(first) == 0) {
        assert(protect(&first) == 1);
        longjmp(first, 3);
    }
    return 0;
}
