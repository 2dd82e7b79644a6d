//@ check: safe executions=1
// longjmp comes back to setjmp in the same function, in the caller, and over several calls; 0 becomes 1; the value is handed
// over; a variable that is volatile keeps what was last stored, one that was not changed its value.
#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf direct, outer;

static void deep(int depth)
{
    char room[16] = "deep";
    if (depth == 0)
        longjmp(outer, 7);
    deep(depth - 1);
    assert(room[0] == 'd');
}

int main(void)
{
    volatile int rounds = 0;
    int unchanged = 5;
    int got = setjmp(direct);
    if (got == 0) {
        rounds++;
        longjmp(direct, 0);
    }
    assert(got == 1);
    assert(rounds == 1);
    assert(unchanged == 5);

    volatile struct { int n[2]; } kept = { { 1, 2 } };
    switch (setjmp(outer)) {
    case 0:
        kept.n[1] = 3;
        deep(4);
        assert(!"not reached");
    case 7:
        assert(kept.n[0] == 1 && kept.n[1] == 3);
        break;
    default:
        assert(!"another value");
    }

    // A copy of a buffer is as good.
    jmp_buf copy;
    volatile int times = 0;
    if (setjmp(direct) < 3) {
        memcpy(&copy, &direct, sizeof copy);
        times++;
        longjmp(copy, times);
    }
    assert(times == 3);
    return 0;
}
