//@ check: out-of-bounds line=@bug
// malloc(0) is not null, but has no byte.
#include <stdlib.h>

int main(void) {
    char *p = malloc(0);
    *p = 1; /*@bug*/
    free(p);
    return 0;
}
