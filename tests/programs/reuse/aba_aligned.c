//@ check: incomplete limit=reuse
// The same with plain comparisons and one thread; the blocks have other sizes that take as much.
#include <stdlib.h>

int main(void)
{
    char *first = malloc(17);
    free(first);
    char *second = malloc(31);
    if (first == second)
        free(second); // once too often
    free(second);
    return 0;
}
