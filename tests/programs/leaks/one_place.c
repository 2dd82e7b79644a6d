//@ check: safe note=leak
//@ check --leaks fault: leak line=@lost message="`c`, `c` (4 bytes) are never freed"
// Of three pieces from one place the second one is freed.
#include <stdlib.h>

int main(void)
{
    for (int i = 1; i < 4; i++) {
        char *c = malloc(i); /*@lost*/
        if (i == 2)
            free(c);
    }
    return 0;
}
