//@ check: incomplete unsupported=defined_nowhere
// What the handler does nobody knows.
#include <stdlib.h>

void defined_nowhere(void);

int main(void)
{
    atexit(defined_nowhere);
    exit(0);
}
