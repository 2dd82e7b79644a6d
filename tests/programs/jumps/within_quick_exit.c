//@ check: safe executions=1 output="left\n"
// Jumps within a function that quick_exit runs are fine. The other functions still run, in the other order: the first one
// registered last, which prints nothing if the second one has not.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int jumped;

static void first(void)
{
    if (jumped)
        printf("left\n");
}

static void second(void)
{
    jmp_buf inner;
    if (setjmp(inner) == 0)
        longjmp(inner, 1);
    jumped = 1;
}

int main(void)
{
    at_quick_exit(first);
    at_quick_exit(second);
    quick_exit(0);
}
