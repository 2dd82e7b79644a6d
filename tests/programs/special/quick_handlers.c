//@ check: exit-status message="3" output="second\nfirst\n"
//@ check --expect-exit 3: safe output="second\nfirst\n"
// quick_exit runs its own handlers, the last one first, and not those of exit.
#include <stdio.h>
#include <stdlib.h>

static void first(void)
{
    puts("first");
}

static void second(void)
{
    puts("second");
}

static void never(void)
{
    puts("never");
}

int main(void)
{
    at_quick_exit(first);
    at_quick_exit(second);
    atexit(never);
    quick_exit(3);
}
