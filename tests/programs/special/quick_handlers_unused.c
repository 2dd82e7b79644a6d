//@ check: safe output="normal\n"
// exit does not run those of quick_exit.
#include <stdio.h>
#include <stdlib.h>

static void never(void)
{
    puts("never");
}

static void normal(void)
{
    puts("normal");
}

int main(void)
{
    at_quick_exit(never);
    atexit(normal);
    exit(0);
}
