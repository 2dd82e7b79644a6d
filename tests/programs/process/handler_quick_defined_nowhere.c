//@ check: incomplete unsupported=defined_nowhere
#include <stdlib.h>

void defined_nowhere(void);

int main(void)
{
    at_quick_exit(defined_nowhere);
    quick_exit(0);
}
