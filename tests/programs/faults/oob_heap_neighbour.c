//@ check: out-of-bounds line=@bug
// From one object into the next, however far that is.
#include <stddef.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8), *q = malloc(8);
    ptrdiff_t distance = q - p;
    p[0] = q[0] = 1;
    char c = p[8]; /*@bug*/
    (void)distance;
    free(p);
    free(q);
    return c;
}
