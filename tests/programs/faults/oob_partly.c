//@ check: out-of-bounds line=@bug
// Three of the four bytes are inside.
#include <stdlib.h>

int main(void) {
    char *p = malloc(7);
    *(int *)(p + 3) = 1;
    *(int *)(p + 4) = 1; /*@bug*/
    free(p);
    return 0;
}
