//@ check: safe
// Known to be wrong: `out-of-bounds`. Pointers do not know their object; an index that goes past the guard exactly into
// another object is not noticed.
#include <stdlib.h>

int main(void) {
    int *a = malloc(40), *b = malloc(40);
    for (int i = 0; i < 10; i++)
        a[i] = b[i] = i;
    a[16384] = 1;
    free(a);
    free(b);
    return 0;
}
