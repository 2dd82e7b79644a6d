//@ check: incomplete unsupported=in_order
#include <stdlib.h>

int in_order(const void *a, const void *b);

int main(void)
{
    int numbers[] = {2, 1};
    qsort(numbers, 2, sizeof *numbers, in_order);
    return 0;
}
