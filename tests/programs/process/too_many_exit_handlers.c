//@ check: incomplete
// More than there is room for: they would not be run.
#include <stdlib.h>

static void handler(void)
{
}

int main(void)
{
    for (int i = 0; i < 65; i++)
        atexit(handler);
    return 0;
}
