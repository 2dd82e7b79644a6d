//@ check: safe executions=1
//@ check --unroll 5: safe
//@ check --unroll 3: incomplete limit=unroll
// setjmp in a loop, and a loop made of longjmp alone: 4 jumps back to one call. --unroll counts them like rounds of a loop.
#include <assert.h>
#include <setjmp.h>

static jmp_buf marks[3];

int main(void)
{
    static int sum;
    volatile int i;
    for (i = 0; i < 3; i++)
        if (setjmp(marks[i]) == 0)
            sum += 1;
        else
            sum += 10;
    if (sum == 3)
        longjmp(marks[1], 1);
    // Marks 1 and 2 once more: i was 3 then, and is still, so that the loop ends after the first.
    assert(sum == 13);

    volatile int n = 0;
    jmp_buf again;
    setjmp(again);
    if (n++ < 4)
        longjmp(again, 1);
    assert(n == 5);
    return 0;
}
